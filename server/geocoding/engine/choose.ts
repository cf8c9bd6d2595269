import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { fold } from '#lib/gazetteer/data/fold.ts'
import { provincesByName } from '#lib/gazetteer/data/provinces.ts'
import { EngineTrouble } from '../../lib/engine-client.ts'
import { contradicts } from '../contradiction.ts'
import type { Geocoded, Located, Precision } from '../geocoder.ts'

/** `coarse`: a region, a country or a namesake, of no use here. `broken`: malformed, or at an impossible point. */
export type Reading = Located | 'coarse' | 'broken'

/** Radius in km around a point of this precision in which the address is. A city is larger: see `cityKm`. */
export const uncertaintyKm: Record<Precision, number> = { house: 0.05, street: 0.3, postcode: 2, locality: 3 }
export const cityKm = 6

export const confidence: Record<Precision, number> = {
  house: 0.95,
  street: 0.85,
  postcode: 0.7,
  locality: 0.7,
}

/** Two equally precise results farther apart than this are different places (kilometres). */
const samePlaceKm = 15

/**
 * The result that is meant, of those that an engine returned: the first that does not contradict the address, unless a
 * distant one fits as well.
 *
 * @throws EngineTrouble if all results are broken.
 */
export function choose(address: string, readings: readonly Reading[]): Geocoded {
  const places = readings.filter((reading) => typeof reading === 'object')
  if (places.length === 0) {
    if (readings.includes('broken')) throw otherShape()
    return { outcome: 'not_found' }
  }
  const agreeing = places.filter((place) => !contradicts(address, place))
  const [first] = agreeing
  if (first === undefined) return { outcome: 'conflict' }
  const rival = agreeing.find(
    (other) => other.precision === first.precision && kilometresBetween(other, first) > samePlaceKm,
  )
  return rival && !isNamedRather(address, first, rival) ? { outcome: 'ambiguous' } : first
}

/**
 * Like `choose`, for engines whose order says little: the most precise result counts, and a town before the province
 * that is named after it.
 *
 * @throws EngineTrouble if all results are broken.
 */
export function chooseFinest(address: string, readings: readonly Reading[]): Geocoded {
  const places = finestFirst(withoutProvinces(readings.filter((reading) => typeof reading === 'object')))
  return choose(address, [...places, ...readings.filter((reading) => typeof reading === 'string')])
}

export const otherShape = (): EngineTrouble => new EngineTrouble('an answer of another shape')

/** Whether the address names the town or the postcode of `one` and not of `other`. */
function isNamedRather(address: string, one: Located, other: Located): boolean {
  const text = ` ${fold(address)} `
  const isNamed = ({ locality, postcode }: Located) =>
    [locality, postcode].some((name) => name && text.includes(` ${fold(name)} `))
  return isNamed(one) && !isNamed(other)
}

/** The most precise first; results of one precision keep their order. */
export const finestFirst = <T extends { precision: Precision }>(places: readonly T[]): T[] =>
  places.toSorted((a, b) => order.indexOf(a.precision) - order.indexOf(b.precision))

/** "Alcalá de Henares, Madrid" names a town and its province. Removes the town that the province is named after. */
export function withoutProvinces<T extends Named>(places: readonly T[]): T[] {
  const towns = places.filter(({ precision }) => precision === 'locality')
  const isProvinceOf = (place: Named, other: Named) => {
    if (place.precision !== 'locality' || other.locality === place.locality) return false
    const codes = provincesByName.get(fold(place.locality ?? '')) ?? []
    return other.provinceCode === null ? codes.length > 0 : codes.includes(other.provinceCode)
  }
  return places.filter((place) => !towns.some((other) => isProvinceOf(place, other)))
}

type Named = Pick<Located, 'precision' | 'locality' | 'provinceCode'>

const order: readonly Precision[] = ['house', 'street', 'postcode', 'locality']
