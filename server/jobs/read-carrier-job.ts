import { type Kysely, sql } from 'kysely'
import { type RatingSummary, ratingsOf, unrated } from '../accounts/carriers/ratings.ts'
import type { Tables } from '../db/tables.ts'
import { isKnownToOther } from './contact-time.ts'
import { shareOfFee } from './money/share.ts'
import type { JobRow } from './move.ts'
import type { GivenRating, ReadNeeds } from './read-customer-job.ts'
import { type JobPhotos, readPhotos } from './read-photos.ts'
import { unknownJob } from './wrong-state.ts'

/** Everything its carrier may see of a job. */
export type CarriersJob = {
  job: JobRow
  /** False once addresses, notes and phone are nothing to this carrier any more. */
  knowsDoors: boolean
  photos: JobPhotos
  customer: { name: string | null; rating: RatingSummary }
  given: GivenRating | null
  compensationCents: number | null
  paidOut: boolean
}

/** @throws Problem `not_found` (404) when this carrier never had it. */
export async function readCarriersJob(
  { pool, kysely, money }: ReadNeeds,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<CarriersJob> {
  const found = await findRow(kysely, { jobId, carrierId })
  if (!found) throw unknownJob
  const { customer_name, stars, comment, now, ...job } = found
  const customerId = job.customer_id ?? ''
  const [photos, payments, ratings] = await Promise.all([
    readPhotos(kysely, [jobId]),
    money.readPayments(kysely, [jobId]),
    ratingsOf(pool, { accountIds: [customerId], by: 'carrier' }),
  ])
  return {
    job,
    knowsDoors: isKnownToOther(job, now),
    photos: photos.get(jobId) ?? { items: [], delivery: null },
    customer: { name: customer_name, rating: ratings.get(customerId) ?? unrated },
    given: stars === null ? null : { stars, comment },
    compensationCents: job.cancellation_fee_cents
      ? shareOfFee(job.cancellation_fee_cents).carrierCents
      : null,
    paidOut: payments.get(jobId)?.paidOut ?? false,
  }
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
    .where('job.id', '=', jobId)
    .where('job.carrier_id', '=', carrierId)
    .executeTakeFirst()
