import type { JobSize } from '#contract/vocabulary.ts'
import type { Tariff } from './tariff.ts'

const stepMinutes = 5

/**
 * Minutes from the carrier's arrival at pickup until the end at dropoff: driving time of a loaded vehicle, loading and
 * unloading, stairs. Rounded up to five, because a move is not planned to the minute. `driveMinutes` must be whole.
 */
export function durationMinutes(
  trip: { driveMinutes: number; size: JobSize; stairFloors: number },
  tariff: Tariff,
): number {
  const stairsMinutes = trip.stairFloors * tariff.stairsMinutesPerFloor[trip.size]
  const handlingMinutes = tariff.handlingMinutes[trip.size] + stairsMinutes
  // In hundredths: the double 50 × 1.1 = 55.00000000000001 would be rounded up by a whole step.
  const hundredths = trip.driveMinutes * tariff.drivingTimeFactorPercent + handlingMinutes * 100
  return Math.ceil(hundredths / (stepMinutes * 100)) * stepMinutes
}
