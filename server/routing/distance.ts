import type { End } from './router.ts'

/**
 * The minimum distance in km to charge between two ends. Two addresses located only by their town have one position,
 * but the trip between them is not 0 km: it is at least the mean uncertainty of the two positions, and at least 1 km
 * unless both are located by house.
 */
export function shortestKm(from: End, to: End): number {
  const unsureKm = (from.uncertaintyKm + to.uncertaintyKm) / 2
  const bothHouses = from.precision === 'house' && to.precision === 'house'
  return bothHouses ? unsureKm : Math.max(unsureKm, 1)
}

/** Rounds to one decimal, as displayed and charged. */
export const roundKm = (km: number): number => Math.round(km * 10) / 10
