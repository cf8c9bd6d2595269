import { deserialize, serialize } from 'node:v8'
import { countriesByName } from './countries.ts'
import type { BuiltPlaces } from './index-names.ts'
import { openNames, type PackedNames, packNames } from './name-index.ts'
import { type PackedTexts, packTexts, textAt } from './packed-texts.ts'
import type { PlaceId, Places } from './places.ts'

/** The places of all home countries in a few typed arrays, which are read from a file unchanged. */
export type PackedPlaces = {
  names: PackedTexts
  country: Codes
  area: Codes
  municipality: Codes
  isPart: Uint8Array
  population: Uint32Array
  lat: Float64Array
  lon: Float64Array
  byName: PackedNames
  byShortName: [string, PlaceId[]][]
  /** Kept here too, because `Intl` takes longer to name all countries than all places take to read. */
  countries: [string, string][]
}

/** Texts of a short list, as their numbers in it. */
type Codes = { texts: string[]; numbers: Uint16Array }

export function packPlaces(places: BuiltPlaces): PackedPlaces {
  return {
    names: packTexts(places.name),
    country: packCodes(places.country),
    area: packCodes(places.area),
    municipality: packCodes(places.municipality),
    isPart: Uint8Array.from(places.isPart, Number),
    population: Uint32Array.from(places.population),
    lat: Float64Array.from(places.lat),
    lon: Float64Array.from(places.lon),
    byName: packNames(places.byName),
    byShortName: [...places.byShortName],
    countries: [...countriesByName()],
  }
}

function packCodes(texts: readonly string[]): Codes {
  const numbers = new Map([...new Set(texts)].map((text, number) => [text, number]))
  return { texts: [...numbers.keys()], numbers: Uint16Array.from(texts, (text) => numbers.get(text) ?? 0) }
}

export const writePlaces = (packed: PackedPlaces): Buffer => serialize(packed)
export const readPlaces = (file: Buffer): PackedPlaces => deserialize(file) as PackedPlaces

/** @param home the country where shortened and mistyped names are accepted. */
export function openPlaces(packed: PackedPlaces, home: string): Places {
  const country = textsOf(packed.country)
  return {
    nameOf: (id) => textAt(packed.names, id),
    country,
    area: textsOf(packed.area),
    municipality: textsOf(packed.municipality),
    isPart: Array.from(packed.isPart, Boolean),
    population: packed.population,
    lat: packed.lat,
    lon: packed.lon,
    byName: openNames(packed.byName),
    byShortName: new Map(packed.byShortName),
    countries: new Map(packed.countries),
    homeNames: homeNames(packed.byName, (id) => country[id] === home),
  }
}

/** Places with the same code share its string. */
const textsOf = ({ texts, numbers }: Codes): string[] => Array.from(numbers, (number) => texts[number] ?? '')

function homeNames({ names, ids, lists }: PackedNames, isHome: (id: PlaceId) => boolean): string[] {
  const isOneHome = (found: number) =>
    found >= 0 ? isHome(found) : lists.subarray(1 - found, 1 - found + (lists[-found] ?? 0)).some(isHome)
  const found: string[] = []
  for (let i = 0; i < ids.length; i++) if (isOneHome(ids[i] ?? 0)) found.push(textAt(names, i))
  return found
}
