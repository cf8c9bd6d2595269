import type { FastifyInstance } from 'fastify'
import {
  acceptJob as acceptOperation,
  collectJob as collectOperation,
  deliverJob as deliverOperation,
  giveBackJob as giveBackOperation,
  listCarrierJobs,
  rateCustomer,
  readCarrierJob,
} from '#contract/app/carrier.ts'
import type { CarrierJob } from '#contract/app/job.ts'
import { type AcceptNeeds, acceptJob } from '../../../jobs/actions/accept-job.ts'
import { collectJob } from '../../../jobs/actions/collect-job.ts'
import { type DeliverNeeds, deliverJob } from '../../../jobs/actions/deliver-job.ts'
import { giveBackJob } from '../../../jobs/actions/give-back-job.ts'
import { rate } from '../../../jobs/actions/rate.ts'
import type { LinkSettings } from '../../../jobs/links.ts'
import { earnedByCarrier } from '../../../jobs/money/cost.ts'
import { listCarriersJobs } from '../../../jobs/queries/list-jobs.ts'
import { type CarrierReadNeeds, readCarriersJob } from '../../../jobs/queries/read-carrier-job.ts'
import { presentPage } from '../job-view.ts'
import { appRoute, type Caller } from '../route.ts'
import { presentCarrierJob } from './views.ts'

export type CarrierJobsNeeds = CarrierReadNeeds & AcceptNeeds & DeliverNeeds & { links: LinkSettings }

/** Routes for a carrier's jobs, from accepting to rating. The feed is in `carrier/feed.ts`. */
export function mountCarrierJobs(scope: FastifyInstance, needs: CarrierJobsNeeds): void {
  mountReads(scope, needs)
  appRoute(scope, acceptOperation, async ({ caller, params }) => {
    await acceptJob(needs, { jobId: params.job_id, carrierId: caller.accountId })
    return answer(needs, { caller, jobId: params.job_id })
  })
  appRoute(scope, collectOperation, async ({ caller, params, body }) => {
    const tappedAt = instant(body.tapped_at)
    await collectJob(needs, { jobId: params.job_id, carrierId: caller.accountId, tappedAt })
    return answer(needs, { caller, jobId: params.job_id })
  })
  appRoute(scope, deliverOperation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await deliverJob(needs, {
      jobId,
      carrierId: caller.accountId,
      photoName: body.photo_id ?? null,
      reason: body.reason ?? null,
      tappedAt: instant(body.tapped_at),
    })
    return answer(needs, { caller, jobId })
  })
  appRoute(scope, giveBackOperation, async ({ caller, params, body }) => {
    const jobId = params.job_id
    await giveBackJob(needs, { jobId, carrierId: caller.accountId, reason: body.reason ?? null })
    return answer(needs, { caller, jobId })
  })
  appRoute(scope, rateCustomer, async ({ caller, params, body }) => {
    const jobId = params.job_id
    const rating = { stars: body.stars, comment: body.comment || null }
    await rate(needs, { jobId, accountId: caller.accountId, byRole: 'carrier', ...rating })
    return answer(needs, { caller, jobId })
  })
}

const instant = (text: string | undefined): Date | null => (text ? new Date(text) : null)

function mountReads(scope: FastifyInstance, needs: CarrierJobsNeeds): void {
  appRoute(scope, listCarrierJobs, async ({ caller, query }) => {
    const { state, before } = query
    const listed = await listCarriersJobs(needs.kysely, { carrierId: caller.accountId, state, before })
    return presentPage(listed, needs.links, (job) => ({
      amount_cents: earnedByCarrier(job),
      refunded_cents: 0,
      refund_on_its_way_cents: 0,
      started_at: (job.accepted_at ?? job.created_at).toISOString(),
    }))
  })
  appRoute(scope, readCarrierJob, ({ caller, params }) => answer(needs, { caller, jobId: params.job_id }))
}

/** Response of all carrier actions: the current state of the job. */
async function answer(
  needs: CarrierJobsNeeds,
  { caller, jobId }: { caller: Caller; jobId: string },
): Promise<CarrierJob> {
  const read = await readCarriersJob(needs, { jobId, carrierId: caller.accountId })
  return presentCarrierJob(read, needs.links)
}
