/** Each stretch of a trip is driven faster than the one before: out of town, along the road, on the motorway. */
const stretches = [
  { km: 5, kmPerHour: 25 },
  { km: 15, kmPerHour: 50 },
  { km: 80, kmPerHour: 85 },
  { km: Infinity, kmPerHour: 100 },
]

/** Whole minutes, rounded up, that a loaded van drives for a distance when no engine says better. */
export function driveMinutesFor(distanceKm: number): number {
  let restKm = distanceKm
  let minutes = 0
  for (const { km, kmPerHour } of stretches) {
    const partKm = Math.min(restKm, km)
    minutes += (partKm * 60) / kmPerHour
    restKm -= partKm
  }
  // A sum that is whole but for the last bit of a double is whole.
  return Math.ceil(Math.max(0, minutes - 1e-9))
}
