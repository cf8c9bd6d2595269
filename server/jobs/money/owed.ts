import { sql } from 'kysely'
import type { Price } from '../../pricing/price.ts'
import type { JobRow } from '../transition.ts'

export const priceOf = ({ price }: Pick<JobRow, 'price'>): Price => price

/** The amount to charge the customer now, in cents: the total after delivery, the fee after cancellation, else 0. */
export function owedCents(job: JobRow): number {
  if (job.status === 'accepted' && job.delivered_at) return priceOf(job).totalCents
  return job.status === 'cancelled' ? (job.cancellation_fee_cents ?? 0) : 0
}

/**
 * Whether the amount of a row of `job` was not captured and is not being captured: the hold was lost and the card
 * refused. A delivered job whose money is blocked keeps its hold and is not owed. The first part is written like the
 * condition of the index `job_owed`.
 */
export const isOwed = sql<boolean>`(job.mode = 'live' and job.data_removed_at is null
  and (job.status = 'accepted' and job.delivered_at is not null
    or job.status = 'cancelled' and job.cancellation_fee_cents > 0)
  and not exists (select from payment p where p.job_id = job.id
    and p.status in ('authorizing', 'action_required', 'held', 'capturing', 'captured')))`
