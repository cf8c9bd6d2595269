import type { Mention } from '../candidates/mentions.ts'
import { areNear, peopleIn } from '../candidates/namesakes.ts'
import type { PlaceId, Places } from '../data/places.ts'
import { isInside } from './containment.ts'

/** Whether the name may mean a place, and not only a province. */
export function hasPlaces(mention: Mention): boolean {
  return mention.places.length > 0
}

/** Whether `mention` is compatible with the place `id`: it names its province, its city, or the place itself. */
export function isCompatible(places: Places, mention: Mention, id: PlaceId): boolean {
  if (places.country[id] === 'es' && mention.provinces?.includes(places.area[id] ?? '')) return true
  return mention.places.some((other) => other === id || surrounds(places, other, id))
}

function surrounds(places: Places, outer: PlaceId, inner: PlaceId): boolean {
  const sameTown =
    places.municipality[outer] !== '' && places.municipality[outer] === places.municipality[inner]
  if (sameTown) return peopleIn(places, outer) >= peopleIn(places, inner)
  return areNear(places, outer, inner) && peopleIn(places, outer) >= 5 * peopleIn(places, inner)
}

/** Whether `id`, as the meaning of `mention`, is compatible with the name `other`. */
export type Compatibility = (places: Places, other: Mention, id: PlaceId, mention: Mention) => boolean

/** Like `isCompatible`, but also true if `other` is the city near which the place is. */
export const isCompatibleOrInside: Compatibility = (places, other, id, mention) =>
  isCompatible(places, other, id) || isInside(places, mention, other, id)
