import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import type { Stop } from '../job.ts'
import type { Place } from './record-proof.ts'

/** A distance between the phone and the address that may be told. */
export type SaidDistance = { is: 'about' | 'within'; metres: number }

/** Beyond this, "within" tells nothing about a door. */
const widestM = 500

/**
 * The distance between a place and an address, as far as both are known. `about`: the uncertainty is at most half of the
 * distance. `within`: the distance is smaller than the uncertainty, so only its bound is known. Null if that is too wide.
 */
export function sayDistance(
  place: Place,
  stop: Pick<Stop, 'lat' | 'lon' | 'uncertaintyKm'>,
): SaidDistance | null {
  const metres = metresBetween(place, stop)
  const uncertaintyM = place.accuracyM + stop.uncertaintyKm * 1_000
  if (uncertaintyM <= metres / 2) return { is: 'about', metres: roundedM(metres) }
  const bound = metres + uncertaintyM
  return bound <= widestM ? { is: 'within', metres: Math.ceil(bound / 10) * 10 } : null
}

export const metresBetween = (place: Pick<Place, 'lat' | 'lon'>, stop: Pick<Stop, 'lat' | 'lon'>): number =>
  Math.round(kilometresBetween(stop, place) * 1_000)

/** Two digits are as much as is known. */
function roundedM(metres: number): number {
  const step = Math.max(10, 10 ** (Math.floor(Math.log10(Math.max(1, metres))) - 1))
  return Math.max(10, Math.round(metres / step) * step)
}
