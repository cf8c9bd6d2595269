import type { Price } from '../../pricing/price.ts'
import type { JobRow } from '../transition.ts'

export const priceOf = ({ price }: Pick<JobRow, 'price'>): Price => price

/** The amount to charge the customer now, in cents: the total after delivery, the fee after cancellation, else 0. */
export function owedCents(job: JobRow): number {
  if (job.status === 'accepted' && job.delivered_at) return priceOf(job).totalCents
  return job.status === 'cancelled' ? (job.cancellation_fee_cents ?? 0) : 0
}
