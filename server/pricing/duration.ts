import type { JobSize } from '#contract/vocabulary.ts'
import type { Tariff } from './tariff.ts'

const stepMinutes = 5

/**
 * Minutes from the carrier's arrival at pickup to the end at dropoff: the drive of a loaded vehicle, loading and
 * unloading, stairs. Rounded up to five, since nobody plans a move by the minute. `driveMinutes` is whole.
 */
export function durationMinutes(
  trip: { driveMinutes: number; size: JobSize; stairFloors: number },
  tariff: Tariff,
): number {
  const stairsMinutes = trip.stairFloors * tariff.stairsMinutesPerFloor[trip.size]
  const standingMinutes = tariff.handlingMinutes[trip.size] + stairsMinutes
  // In hundredths, because a double such as 50 × 1.1 = 55.00000000000001 would be rounded up a whole step.
  const hundredths = trip.driveMinutes * tariff.drivingTimeFactorPercent + standingMinutes * 100
  return Math.ceil(hundredths / (stepMinutes * 100)) * stepMinutes
}
