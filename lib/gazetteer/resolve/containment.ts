import type { Mention } from '../candidates/mentions.ts'
import { peopleIn } from '../candidates/namesakes.ts'
import { kilometresBetween } from '../data/distance.ts'
import { type PlaceId, type Places, pointOf } from '../data/places.ts'
import { capitalOf } from '../data/provinces.ts'

/** Maximum distance abroad between a town and the city named after it: a district, and an Italian region. */
const reachKm = 100
const italianReachKm = 250

/**
 * Addresses go from the smaller place to the bigger: in "Potes, Santander" and "Positano, Salerno" the later name is
 * the city near which the town is. Whether `id`, named by `inner`, may be such a town of `outer`.
 */
export function isInside(places: Places, inner: Mention, outer: Mention, id: PlaceId): boolean {
  if (inner.kind !== 'whole' || outer.kind !== 'whole' || inner.part >= outer.part) return false
  return !places.isPart[id] && outer.places.some((city) => isKnownBy(places, id, city))
}

function isKnownBy(places: Places, id: PlaceId, city: PlaceId): boolean {
  if (places.isPart[city] || places.country[id] !== places.country[city]) return false
  const isBigger = peopleIn(places, city) > peopleIn(places, id)
  const sameArea = places.area[id] === places.area[city]
  if (places.country[id] === 'es') {
    return sameArea && (isBigger || capitalOf(places.area[city] ?? '') === places.nameOf(city))
  }
  const km = kilometresBetween(pointOf(places, id), pointOf(places, city))
  return isBigger && km <= (sameArea && places.country[id] === 'it' ? italianReachKm : reachKm)
}
