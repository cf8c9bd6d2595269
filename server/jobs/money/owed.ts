import type { Price } from '../../pricing/price.ts'
import type { JobRow } from '../move.ts'

export const priceOf = ({ price }: Pick<JobRow, 'price'>): Price => price as Price

/** What is to be taken from the customer now: the total once delivered, the fee once cancelled, else nothing yet. */
export function owedCents(job: JobRow): number {
  if (job.status === 'accepted' && job.delivered_at) return priceOf(job).totalCents
  return job.status === 'cancelled' ? (job.cancellation_fee_cents ?? 0) : 0
}
