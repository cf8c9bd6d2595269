import { type DistancePart, distanceParts } from './distance-charge.ts'
import { isMinimumFee, price, type Trip } from './price.ts'
import type { Tariff } from './tariff.ts'

/** How a price was computed, besides its breakdown. */
export type PriceSteps = {
  distance: DistancePart[]
  stairs: { floors: number; centsPerFloor: number }
  /** The fee is the minimum, because the percentage is less. */
  isMinimumFee: boolean
}

/** The steps of a price, by the functions that compute it. */
export const priceSteps = (trip: Trip, tariff: Tariff): PriceSteps => ({
  distance: distanceParts(trip.distanceKm, tariff),
  stairs: { floors: trip.stairFloors, centsPerFloor: tariff.stairsCentsPerFloor[trip.size] },
  isMinimumFee: isMinimumFee(price(trip, tariff).baseCents, tariff),
})
