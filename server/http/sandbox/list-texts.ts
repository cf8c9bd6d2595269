import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listTexts } from '#contract/sandbox/texts.ts'
import type { Tables } from '../../db/tables.ts'
import { listTexts as list } from '../../sandbox/list-texts.ts'
import { inWorld } from '../../sandbox/steps.ts'
import { mount } from '../mount.ts'
import { findJob } from './read-sandbox-job.ts'

export function mountListTexts(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listTexts, async ({ caller: { keyId }, query }) => {
    const jobId = query.job_id?.toLowerCase()
    const rows = await list(kysely, { keyId, jobId })
    // Also a job without a text is known.
    if (jobId && rows.length === 0) await findJob(kysely, { keyId, jobId })
    return {
      sms: rows.map(({ jobId, to, kind, body, link, code, status, createdAt, agedMs }) => ({
        job_id: jobId ?? '',
        to,
        kind,
        body,
        link,
        code,
        status,
        created_at: inWorld(createdAt, agedMs).toISOString(),
      })),
    }
  })
}
