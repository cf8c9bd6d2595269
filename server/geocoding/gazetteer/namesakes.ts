import { kilometresBetween } from '../distance.ts'
import { pointOf } from './agreement.ts'
import { idsNamed, type PlaceId, type Places } from './places.ts'
import { longerNames } from './similar.ts'

/** Nearer than this, two points are the same town to us (kilometres). */
export const sameTownKm = 15
/** How many times more people make one namesake the one that is meant. */
const dominance = 10
/** Villages without a figure, and hamlets, count as this many people. */
const fewestPeople = 300

export function peopleIn(places: Places, id: PlaceId): number {
  return Math.max(fewestPeople, places.population[id] ?? 0)
}

export function areNear(places: Places, a: PlaceId, b: PlaceId): boolean {
  return a === b || kilometresBetween(pointOf(places, a), pointOf(places, b)) <= sameTownKm
}

/** The one of several namesakes that is meant: the only one, or ten times as populous as the next elsewhere. */
export function theOneMeant(places: Places, ids: readonly PlaceId[]): PlaceId | null {
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

/** Places whose name begins with `name` and goes on. */
export function longerNamesakes(places: Places, name: string, country: string): PlaceId[] {
  const ids = longerNames(places.homeNames, name).flatMap((longer) => idsNamed(places, longer))
  return [...new Set(ids)].filter((id) => places.country[id] === country)
}

/**
 * "Villanueva" or "San Pedro" alone: a village may be called just so, but people shorten the longer names. Only a
 * town that outweighs them stands by itself.
 */
export function isCommonStart(places: Places, name: string, id: PlaceId): boolean {
  if (peopleIn(places, id) >= 50_000) return false
  const longer = longerNamesakes(places, name, places.country[id] ?? '').filter(
    (other) => !areNear(places, id, other),
  )
  if (longer.every((other) => isFarBigger(places, id, other))) return false
  return longer.length >= 5 || longer.some((other) => isFarBigger(places, other, id))
}
