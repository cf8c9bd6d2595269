import { type Kysely, sql } from 'kysely'
import { type RatingSummary, ratingsOf, unrated } from '../../accounts/carriers/read-carrier.ts'
import type { Tables } from '../../db/tables.ts'
import type { Processors } from '../../payments/providers/processors.ts'
import { isKnownToOther } from '../contact-time.ts'
import { readThreads, type Threads } from '../conversation/read-threads.ts'
import { earliestDelivery, minTripMs } from '../doubts/earliest-delivery.ts'
import { type NotCollected, readNotCollected, readWaiting, type Waiting } from '../doubts/read-doubts.ts'
import { mayReportTrip } from '../doubts/report-trip.ts'
import { readTripReport, type SeenTripReport } from '../doubts/trip-report.ts'
import { movesRealMoney } from '../money/blocks.ts'
import { noPayment } from '../money/payment-view.ts'
import { type CarrierExtras, readExtras } from '../money/read-extras.ts'
import { readPayments } from '../money/read-payments.ts'
import { compensationOf, earnedByCarrier } from '../money/share.ts'
import { readAskedProof } from '../proof/asked-proof.ts'
import { type JobPhotos, noPhotos, readPhotos } from '../read-photos.ts'
import { unknownJob } from '../refusals.ts'
import type { JobRow } from '../transition.ts'
import { readRoad } from '../way/read-way.ts'
import { type JobTime, readTime } from '../windows/read-time.ts'
import type { GivenRating, ReadNeeds } from './read-customer-job.ts'

/** Everything the carrier of a job may see. */
export type CarriersJob = {
  job: JobRow
  /** False once this carrier may no longer see addresses, notes and phone. */
  knowsDoors: boolean
  photos: JobPhotos
  customer: { name: string | null; rating: RatingSummary }
  given: GivenRating | null
  compensationCents: number | null
  extras: CarrierExtras
  paidOut: boolean
  /** Null before the transfer is confirmed, and if an earlier refund took the whole pay. */
  paidOutAt: Date | null
  /** Staff may have revoked the strike for this job. */
  hasStrike: boolean
  /** A delivery before this instant needs a photo and a reason; null when that is never required. */
  earliestDeliveryAt: Date | null
  paymentWaits: Waiting | null
  tripReport: SeenTripReport | null
  mayReportTrip: boolean
  notCollected: NotCollected | null
  asked: Awaited<ReturnType<typeof readAskedProof>>
  time: JobTime
  threads: Threads
  /** The road of a job on its way, if the router has drawn it. */
  road: string | null
}

export type CarrierReadNeeds = ReadNeeds & { processors: Pick<Processors, 'named'> }

/** @throws Problem `not_found` (404) when this carrier never accepted it. */
export async function readCarriersJob(
  needs: CarrierReadNeeds,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<CarriersJob> {
  const { pool, kysely } = needs
  const found = await findRow(kysely, { jobId, carrierId })
  if (!found) throw unknownJob
  const { customer_name, stars, comment, now, hasStrike, ...job } = found
  const customerId = job.customer_id ?? ''
  const [
    photos,
    payments,
    ratings,
    earliestDeliveryAt,
    waiting,
    tripReport,
    notCollected,
    asked,
    time,
    threads,
    extras,
    road,
  ] = await Promise.all([
    readPhotos(kysely, [jobId]),
    readPayments(kysely, [jobId]),
    ratingsOf(pool, { accountIds: [customerId], by: 'carrier' }),
    readEarliest(needs, job),
    readWaiting(kysely, jobId),
    readTripReport(kysely, job),
    readNotCollected(kysely, job),
    readAskedProof(kysely, { jobId, carrierId }),
    readTime(kysely, job, 'carrier'),
    readThreads(kysely, { ...job, now }, 'carrier'),
    readExtras(kysely, { jobId, carrierId }),
    readRoad(kysely, job),
  ])
  const { paidOut, paidOutAt } = payments.get(jobId) ?? noPayment
  return {
    job,
    knowsDoors: isKnownToOther(job, now),
    photos: photos.get(jobId) ?? noPhotos(),
    customer: { name: customer_name, rating: ratings.get(customerId) ?? unrated },
    given: stars === null ? null : { stars, comment },
    compensationCents: compensationOf(job) || null,
    extras,
    paidOut,
    paidOutAt,
    hasStrike,
    earliestDeliveryAt,
    tripReport,
    mayReportTrip: mayReportTrip(job) && (!tripReport || tripReport.status === 'withdrawn'),
    notCollected,
    asked,
    time,
    threads,
    road,
    // A carrier who was paid, or earns no money, does not wait.
    paymentWaits: paidOut || earnedByCarrier(job) === 0 ? null : waiting,
  }
}

async function readEarliest(needs: CarrierReadNeeds, job: JobRow): Promise<Date | null> {
  const { status, accepted_at: acceptedAt, collected_at: collectedAt, delivered_at } = job
  if (status !== 'accepted' || !acceptedAt || delivered_at) return null
  const minMs = minTripMs(job)
  if (minMs === 0 || !(await movesRealMoney(needs, job.id))) return null
  return earliestDelivery(minMs, { acceptedAt, collectedAt })
}

const findRow = (kysely: Kysely<Tables>, { jobId, carrierId }: { jobId: string; carrierId: string }) =>
  kysely
    .selectFrom('job')
    .innerJoin('account', 'account.id', 'job.customer_id')
    .leftJoin('rating', (join) =>
      join.onRef('rating.job_id', '=', 'job.id').on('rating.by_role', '=', 'carrier'),
    )
    .selectAll('job')
    .select(['account.name as customer_name', 'rating.stars', 'rating.comment'])
    .select(sql<Date>`now()`.as('now'))
    .select(
      sql<boolean>`exists (select from carrier_strike s where s.job_id = job.id and s.carrier_id = job.carrier_id)`.as(
        'hasStrike',
      ),
    )
    .where('job.id', '=', jobId)
    .where('job.carrier_id', '=', carrierId)
    .executeTakeFirst()
