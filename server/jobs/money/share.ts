import { divideHalfUp } from '../../pricing/half-up.ts'
import type { Price } from '../../pricing/price.ts'
import { carrierSharePercent } from '../cancellation.ts'

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

/** Split of a cancellation fee (DESIGN 3, Life): most of it goes to the carrier who was on the way. */
export function shareOfFee(feeCents: number): Share {
  const carrierCents = divideHalfUp(feeCents * carrierSharePercent, 100)
  return { carrierCents, platformCents: feeCents - carrierCents }
}
