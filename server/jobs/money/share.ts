import { divideHalfUp } from '../../pricing/half-up.ts'
import type { Price } from '../../pricing/price.ts'
import { carrierSharePercent } from '../cancellation.ts'

/** What becomes of captured money; both parts together are what was captured. */
export type Share = { carrierCents: number; platformCents: number }

/**
 * Of a delivery: the carrier receives what the price says (spec 2.4), the platform the rest; below zero, the platform pays,
 * where less than the total was captured by hand.
 */
export const shareOfDelivery = ({ helperCents }: Price, capturedCents: number): Share => ({
  carrierCents: helperCents,
  platformCents: capturedCents - helperCents,
})

/** Of a cancellation fee (DESIGN 3, Life): most of it to the carrier who was on the way. */
export function shareOfFee(feeCents: number): Share {
  const carrierCents = divideHalfUp(feeCents * carrierSharePercent, 100)
  return { carrierCents, platformCents: feeCents - carrierCents }
}
