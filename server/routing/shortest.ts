import type { End } from './router.ts'

/**
 * The least distance that may be charged between two ends. Two addresses of one town that were located no better than
 * the town are one point, and the trip between them is not 0 km: it is as long as the positions are unsure, and at
 * least one kilometre unless both are known to the house.
 */
export function shortestKm(from: End, to: End): number {
  const unsureKm = (from.uncertaintyKm + to.uncertaintyKm) / 2
  const bothHouses = from.precision === 'house' && to.precision === 'house'
  return bothHouses ? unsureKm : Math.max(unsureKm, 1)
}
