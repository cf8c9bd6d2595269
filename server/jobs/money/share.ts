import { divideHalfUp } from '../../pricing/half-up.ts'
import type { Price } from '../../pricing/price.ts'
import { carrierSharePercent } from '../fair-table.ts'
import type { JobRow } from '../transition.ts'
import type { PaymentView } from './payment-view.ts'

/** The split of captured money; both parts add up to the captured amount. */
export type Share = { carrierCents: number; platformCents: number }

/**
 * Split of a delivery: the carrier gets the share in the price (spec 2.4), the platform the rest. The rest is
 * negative, so the platform pays, when less than the carrier's share was captured by hand.
 */
export const shareOfDelivery = ({ helperCents }: Price, capturedCents: number): Share => ({
  carrierCents: helperCents,
  platformCents: capturedCents - helperCents,
})

/** Split of either fee (DESIGN 3, Life; `fair-table.ts`): most of it goes to the carrier who was on the way. */
export function shareOfFee(feeCents: number): Share {
  const carrierCents = divideHalfUp(feeCents * carrierSharePercent, 100)
  return { carrierCents, platformCents: feeCents - carrierCents }
}

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
