import { kilometresBetween } from '../data/distance.ts'
import { idsNamed, type PlaceId, type Places, pointOf } from '../data/places.ts'
import { longerNames } from './spelling.ts'

/** Two points nearer than this count as one town (kilometres). */
export const sameTownKm = 15
/** A namesake with this many times more people than the others is the place that is meant. */
const dominance = 10
/** Minimum population used in comparisons, also for villages without a figure. */
const fewestPeople = 300

export function peopleIn(places: Places, id: PlaceId): number {
  return Math.max(fewestPeople, places.population[id] ?? 0)
}

export function areNear(places: Places, a: PlaceId, b: PlaceId): boolean {
  return a === b || kilometresBetween(pointOf(places, a), pointOf(places, b)) <= sameTownKm
}

/**
 * The place that is meant: the only namesake, or one with ten times the people of the next one elsewhere; else null.
 */
export function dominantPlace(places: Places, ids: readonly PlaceId[]): PlaceId | null {
  const wholes = ids.filter((id) => !places.isPart[id])
  const ranked = (wholes.length > 0 ? wholes : ids).toSorted(
    (a, b) => peopleIn(places, b) - peopleIn(places, a),
  )
  const first = ranked[0]
  if (first === undefined) return null
  const next = ranked.find((id) => !areNear(places, first, id))
  return next === undefined || isFarBigger(places, first, next) ? first : null
}

export function isFarBigger(places: Places, a: PlaceId, b: PlaceId): boolean {
  return peopleIn(places, a) >= dominance * peopleIn(places, b)
}

/** Places of `country` whose names begin with `name` and are longer. */
export function longerNamesakes(places: Places, name: string, country: string): PlaceId[] {
  const ids = longerNames(places.homeNames, name).flatMap((longer) => idsNamed(places, longer))
  return [...new Set(ids)].filter((id) => places.country[id] === country)
}

/**
 * "Villanueva" or "San Pedro" alone: some villages have just this name, but people also shorten longer names to it.
 * Only a town much bigger than those with longer names is accepted.
 */
export function isCommonStart(places: Places, name: string, id: PlaceId): boolean {
  if (peopleIn(places, id) >= 50_000) return false
  const longer = longerNamesakes(places, name, places.country[id] ?? '').filter(
    (other) => !areNear(places, id, other),
  )
  if (longer.every((other) => isFarBigger(places, id, other))) return false
  return longer.length >= 5 || longer.some((other) => isFarBigger(places, other, id))
}
