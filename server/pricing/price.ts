import type { JobSize } from '#contract/vocabulary.ts'
import type { Price } from '../db/json-columns.ts'
import { divideHalfUp } from './half-up.ts'
import type { Tariff } from './tariff.ts'

/** The input of a price. `distanceKm` is the displayed value with one decimal; `stairFloors` counts both ends. */
export type Trip = { size: JobSize; distanceKm: number; stairFloors: number }

export type { Price } from '../db/json-columns.ts'

/**
 * Computes the customer's price and the carrier's share. Each line is rounded instead of the sum, so that the lines of
 * the breakdown add up to the price.
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
  const feeCents = Math.max(tariff.minimumFeeCents, share(baseCents, tariff.feeBasisPoints))
  const helperCents = share(baseCents, 10_000 - tariff.carrierCommissionBasisPoints)
  return { breakdown, baseCents, feeCents, totalCents: baseCents + feeCents, helperCents }
}

/** One end of a trip, as sent by the partner (spec 2.3). */
export type StairsEnd = { floor: number | null; hasElevator: boolean | null }

/**
 * The floors climbed at both ends. A basement counts like floors above ground, a mezzanine (1.5) counts as two floors,
 * and an unknown elevator counts as none.
 */
export function stairFloors(pickup: StairsEnd, dropoff: StairsEnd): number {
  return floorsAt(pickup) + floorsAt(dropoff)
}

const floorsAt = ({ floor, hasElevator }: StairsEnd): number =>
  hasElevator ? 0 : Math.ceil(Math.abs(floor ?? 0))

/** Spec 2.4: every partner job is `mover_entregar` and `programado`, and neither has a surcharge: base × (1 + 0 + 0). */
const fixedModifiers = { serviceModifier: 0, urgencyModifier: 0 }

function distanceCents(distanceKm: number, { includedKm, distanceTiers }: Tariff): number {
  const endTenths = tenths(distanceKm)
  let paidTenths = tenths(includedKm)
  let tenthCents = 0
  for (const { upToKm, centsPerKm } of distanceTiers) {
    const tierEnd = upToKm === null ? endTenths : Math.min(endTenths, tenths(upToKm))
    tenthCents += Math.max(0, tierEnd - paidTenths) * centsPerKm
    paidTenths = Math.max(paidTenths, tierEnd)
  }
  return divideHalfUp(tenthCents, 10)
}

/** 12.3 km has no exact double, but 123 tenths do. */
const tenths = (km: number): number => Math.round(km * 10)

const share = (amountCents: number, basisPoints: number): number =>
  divideHalfUp(amountCents * basisPoints, 10_000)
