import type { Stop } from '../job.ts'

type Pickup = Pick<Stop, 'uncertaintyKm'>

/**
 * Rounding a position to 0.01 degrees moves it by at most this many km (half the diagonal of the cell, at the
 * equator).
 */
const roundingKm = 0.8

/** Maximum error of a stop's rounded position in km, with one decimal. */
export const roughUncertaintyKm = ({ uncertaintyKm }: Pickup): number =>
  Math.round((uncertaintyKm + roundingKm) * 10) / 10

type Away = { awayKm: number; baseUncertaintyKm: number; pickup: Pickup }

/** Whether the distance from a carrier's base is meaningful: it must exceed the uncertainty of both positions. */
export const isAwayKnown = ({ awayKm, baseUncertaintyKm, pickup }: Away): boolean =>
  awayKm > baseUncertaintyKm + roughUncertaintyKm(pickup)
