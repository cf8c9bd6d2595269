import type { Stop } from '../job.ts'

type Pickup = Pick<Stop, 'uncertaintyKm'>

/** Rounding a position to 0.01 degrees moves it up to this far (half the diagonal of the cell, at the equator). */
const roundingKm = 0.8

/** How far off the rounded position of a stop may be, with one decimal. */
export const roughUncertaintyKm = ({ uncertaintyKm }: Pickup): number =>
  Math.round((uncertaintyKm + roundingKm) * 10) / 10

type Away = { awayKm: number; baseUncertaintyKm: number; pickup: Pickup }

/** Whether the distance from a carrier's base says anything: it must exceed what both positions may be off. */
export const isAwayKnown = ({ awayKm, baseUncertaintyKm, pickup }: Away): boolean =>
  awayKm > baseUncertaintyKm + roughUncertaintyKm(pickup)
