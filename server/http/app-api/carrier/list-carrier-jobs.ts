import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { listCarrierJobs } from '#contract/app/carrier.ts'
import type { Tables } from '../../../db/tables.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { earnedByCarrier } from '../../../jobs/money/cost.ts'
import { listCarriersJobs } from '../../../jobs/queries/list-jobs.ts'
import { mount } from '../../mount.ts'
import { presentPage } from '../job-view.ts'

export type ListCarrierJobsNeeds = { kysely: Kysely<Tables>; links: LinkSettings }

/** Lists the jobs that the carrier has accepted. */
export function mountListCarrierJobs(scope: FastifyInstance, { kysely, links }: ListCarrierJobsNeeds): void {
  mount(scope, listCarrierJobs, async ({ caller, query }) => {
    const { state, before } = query
    const listed = await listCarriersJobs(kysely, { carrierId: caller.accountId, state, before })
    return presentPage(listed, links, (job) => ({
      amount_cents: earnedByCarrier(job),
      refunded_cents: 0,
      refund_on_its_way_cents: 0,
      started_at: (job.accepted_at ?? job.created_at).toISOString(),
    }))
  })
}
