import type { JobRow } from '../transition.ts'
import type { PaymentView } from './payment-view.ts'
import { shareOfFee } from './share.ts'

type Ended = Pick<JobRow, 'status' | 'price' | 'cancellation_fee_cents'>

/** The customer's cost of a job in cents: its price, or the amount a cancellation really charged. */
export function costToCustomer(job: Ended, payment: PaymentView): number {
  if (job.status !== 'cancelled') return job.price.totalCents
  return payment.state === 'capturing' ? (job.cancellation_fee_cents ?? 0) : (payment.capturedCents ?? 0)
}

/** The carrier's earnings from a job in cents: its price, or the compensation for a cancellation. */
export const earnedByCarrier = (job: Ended): number =>
  job.status === 'cancelled' ? compensationOf(job) : job.price.helperCents

export const compensationOf = ({ cancellation_fee_cents }: Ended): number =>
  cancellation_fee_cents ? shareOfFee(cancellation_fee_cents).carrierCents : 0
