import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { storyOf } from '#contract/sandbox/stories.ts'
import { listSandboxJobs } from '#contract/sandbox/world.ts'
import type { Tables } from '../../db/tables.ts'
import { readPage } from '../../lib/page.ts'
import { listJobs } from '../../sandbox/list-jobs.ts'
import { inWorld } from '../../sandbox/steps.ts'
import { mount } from '../mount.ts'

const pageSize = 100

export function mountListSandboxJobs(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, listSandboxJobs, async ({ caller: { keyId }, query: { before } }) => {
    const find = (limit: number) => listJobs(kysely, { keyId, before, limit })
    const { rows, next } = await readPage({ limit: pageSize }, find, ({ jobId }) => jobId)
    return {
      jobs: rows.map(({ jobId, externalReference, title, status, storyPhone, createdAt, agedMs }) => ({
        job_id: jobId,
        external_reference: externalReference,
        title,
        status,
        story: storyOf(storyPhone),
        created_at: inWorld(createdAt, agedMs).toISOString(),
      })),
      next,
    }
  })
}
