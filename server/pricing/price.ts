import type { JobSize } from '#contract/vocabulary.ts'
import type { Price } from '../db/json-columns.ts'
import { distanceCents } from './distance-charge.ts'
import { divideHalfUp } from './half-up.ts'
import type { Tariff } from './tariff.ts'

/** The input of a price. `distanceKm` is the displayed value with one decimal; `stairFloors` counts both ends. */
export type Trip = { size: JobSize; distanceKm: number; stairFloors: number }

export type { Price } from '../db/json-columns.ts'

/**
 * Computes the customer's price and the carrier's share. Each line is rounded instead of the sum, so the lines of the
 * breakdown add up to the price.
 */
export function price(trip: Trip, tariff: Tariff): Price {
  const breakdown: Price['breakdown'] = {
    baseCents: tariff.baseCents[trip.size],
    distanceKm: trip.distanceKm,
    distanceCents: distanceCents(trip.distanceKm, tariff),
    stairsCents: trip.stairFloors * tariff.stairsCentsPerFloor[trip.size],
    ...fixedModifiers,
  }
  const baseCents = breakdown.baseCents + breakdown.distanceCents + breakdown.stairsCents
  const feeCents = isMinimumFee(baseCents, tariff)
    ? tariff.minimumFeeCents
    : share(baseCents, tariff.feeBasisPoints)
  const helperCents = share(baseCents, 10_000 - tariff.carrierCommissionBasisPoints)
  return { breakdown, baseCents, feeCents, totalCents: baseCents + feeCents, helperCents }
}

/** One end of a trip, as sent by the partner (spec 2.3). */
export type StairsEnd = { floor: number | null; hasElevator: boolean | null }

/**
 * The floors climbed at both ends. A basement counts like floors above ground, a mezzanine (1.5) counts as two floors,
 * and an unknown elevator counts as absent.
 */
export function stairFloors(pickup: StairsEnd, dropoff: StairsEnd): number {
  return floorsAt(pickup) + floorsAt(dropoff)
}

const floorsAt = ({ floor, hasElevator }: StairsEnd): number =>
  hasElevator ? 0 : Math.ceil(Math.abs(floor ?? 0))

/** Spec 2.4: every partner job is `mover_entregar` and `programado`, which have no surcharge: base × (1 + 0 + 0). */
const fixedModifiers = { serviceModifier: 0, urgencyModifier: 0 }

/** Whether the percentage of the base price is less than the minimum fee. */
export const isMinimumFee = (baseCents: number, { feeBasisPoints, minimumFeeCents }: Tariff): boolean =>
  share(baseCents, feeBasisPoints) < minimumFeeCents

const share = (amountCents: number, basisPoints: number): number =>
  divideHalfUp(amountCents * basisPoints, 10_000)
