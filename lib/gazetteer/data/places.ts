import type { Point } from './distance.ts'
import { fold } from './fold.ts'
import type { NameIndex, PlaceId } from './name-index.ts'

export type { PlaceId }

/** All places as columns, so 44,000 places use only a few megabytes; `byName` is the main index. */
export type Places = {
  nameOf: (id: PlaceId) => string
  /** ISO code; `zz` for a big city in a country not served, kept so that its name is not taken for a typing error. */
  country: readonly string[]
  /** Province code in Spain (two digits), département in France, region code elsewhere. */
  area: readonly string[]
  municipality: readonly string[]
  /** A quarter, or a village in a municipality with another name. */
  isPart: readonly boolean[]
  population: ArrayLike<number>
  lat: ArrayLike<number>
  lon: ArrayLike<number>
  byName: NameIndex
  /** Names that are accepted only together with a province or a postcode. */
  byShortName: ReadonlyMap<string, PlaceId[]>
  /** Folded names of the home country, sorted: used for shortened names and typing errors. */
  homeNames: readonly string[]
  /** Country codes by the folded names of countries. */
  countries: ReadonlyMap<string, string>
}

/** What a look-up by name reads; also while the places are built. */
type Named = Pick<Places, 'country' | 'isPart' | 'population'> & { byName: Pick<NameIndex, 'get'> }

export function pointOf(places: Places, id: PlaceId): Point {
  return { lat: places.lat[id] ?? 0, lon: places.lon[id] ?? 0 }
}

export function idsNamed(places: Pick<Named, 'byName'>, name: string): readonly PlaceId[] {
  const found = places.byName.get(name)
  if (found === undefined) return []
  return typeof found === 'number' ? [found] : found
}

/** The most populous place with this name in a country; towns are preferred to quarters. */
export function biggestNamed(places: Named, name: string, country: string): PlaceId | undefined {
  const ids = idsNamed(places, fold(name)).filter((id) => places.country[id] === country)
  return ids.toSorted((a, b) => weight(places, b) - weight(places, a))[0]
}

function weight(places: Named, id: PlaceId): number {
  return (places.population[id] ?? 0) + (places.isPart[id] ? 0 : 1e9)
}
