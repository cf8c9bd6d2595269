/** Each stretch of a trip is faster than the previous one: out of town, on the road, on the motorway. */
const stretches = [
  { km: 5, kmPerHour: 25 },
  { km: 15, kmPerHour: 50 },
  { km: 80, kmPerHour: 85 },
  { km: Infinity, kmPerHour: 100 },
]

/** The driving time of a loaded van in whole minutes, rounded up, as the fallback without an engine's value. */
export function driveMinutesFor(distanceKm: number): number {
  let restKm = distanceKm
  let minutes = 0
  for (const { km, kmPerHour } of stretches) {
    const partKm = Math.min(restKm, km)
    minutes += (partKm * 60) / kmPerHour
    restKm -= partKm
  }
  // A sum that is whole except for a rounding error must not be rounded up.
  return Math.ceil(Math.max(0, minutes - 1e-9))
}
