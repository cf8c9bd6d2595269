import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { readOwnJob as operation } from '#contract/partner-panel/jobs.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPartnersJob } from '../../../jobs/queries/partner-jobs.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentOwnJob } from './present-own-job.ts'

/** Reads a job of the partner, with the changes of its status. */
export function mountReadOwnJob(scope: FastifyInstance, { kysely }: { kysely: Kysely<Tables> }): void {
  mount(scope, operation, async ({ caller: { partnerId }, params: { job_id: jobId } }) => {
    const found = await readPartnersJob(kysely, { partnerId, jobId })
    if (!found) throw notFound
    const { listed, stage, sms, timeline } = found
    return {
      ...presentOwnJob(listed),
      stage,
      sms: sms && { status: sms.status, sent_at: sms.sent_at?.toISOString() ?? null },
      timeline: timeline.map(({ at, ...change }) => ({ at: at.toISOString(), ...change })),
    }
  })
}
