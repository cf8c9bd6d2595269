import { fold } from '../fold.ts'

/** A place by its number in the columns below. */
export type PlaceId = number

/** All places in columns, so that 44,000 of them cost a few megabytes; `byName` is the one index. */
export type Places = {
  name: string[]
  /** ISO code; `zz` for a big city of a country we do not serve, kept so that it is not taken for a typing error. */
  country: string[]
  /** The province or its like: two digits in Spain, the département in France, the region's code elsewhere. */
  area: string[]
  municipality: string[]
  /** A quarter or a village inside a municipality named otherwise. */
  isPart: boolean[]
  population: number[]
  lat: number[]
  lon: number[]
  byName: Map<string, PlaceId | PlaceId[]>
  /** Names that need a province or a postcode beside them to be believed. */
  byShortName: Map<string, PlaceId[]>
  /** The home country's folded names in order, for names cut short and for typing errors. */
  homeNames: string[]
}

export function idsNamed(places: Places, name: string): readonly PlaceId[] {
  const found = places.byName.get(name)
  if (found === undefined) return []
  return typeof found === 'number' ? [found] : found
}

/** The most populous of that name in a country; a town before a quarter. */
export function biggestNamed(places: Places, name: string, country: string): PlaceId | undefined {
  const ids = idsNamed(places, fold(name)).filter((id) => places.country[id] === country)
  return ids.toSorted((a, b) => weight(places, b) - weight(places, a))[0]
}

function weight(places: Places, id: PlaceId): number {
  return (places.population[id] ?? 0) + (places.isPart[id] ? 0 : 1e9)
}
