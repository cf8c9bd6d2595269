import { knownCountries } from '../countries.ts'
import { fold } from '../fold.ts'
import { localNames, localShortNames, quarters } from './place-names.ts'
import { type CityRecord, readCities } from './read-cities.ts'

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

const farCityPopulation = 100_000

/** @param home the country whose names may be shortened or mistyped. */
export function buildPlaces(file: Uint8Array, home: string): Places {
  const places = emptyPlaces()
  const texts = textsOf(file)
  readCities(file, (record) => addRecord(places, texts, record))
  markParts(places)
  for (let id = 0; id < places.name.length; id++) addNames(places, id)
  for (const [country, names] of Object.entries(localNames)) addLocalNames(places, country, names)
  addQuarters(places)
  for (const [name, short] of Object.entries(localShortNames)) addShortNames(places, name, short)
  places.homeNames = homeNames(places, home)
  return places
}

export function idsNamed(places: Places, name: string): readonly PlaceId[] {
  const found = places.byName.get(name)
  if (found === undefined) return []
  return typeof found === 'number' ? [found] : found
}

function emptyPlaces(): Places {
  return {
    name: [],
    country: [],
    area: [],
    municipality: [],
    isPart: [],
    population: [],
    lat: [],
    lon: [],
    byName: new Map(),
    byShortName: new Map(),
    homeNames: [],
  }
}

type Span = { from: number; to: number }
type Texts = { of: (span: Span) => string; shared: (span: Span) => string; country: (span: Span) => string }

/** Country, region and feature codes repeat by the thousand: each is kept once. */
function textsOf(file: Uint8Array): Texts {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const kept = new Map<string, string>()
  const countries = new Map(knownCountries.map((code) => [pairKey(Buffer.from(code.toUpperCase()), 0), code]))
  return {
    of: ({ from, to }) => buffer.toString('utf8', from, to),
    shared: ({ from, to }) => keptOnce(kept, buffer.toString('latin1', from, to)),
    country: ({ from }) => countries.get(pairKey(buffer, from)) ?? 'zz',
  }
}

function pairKey(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
}

function keptOnce(kept: Map<string, string>, value: string): string {
  const old = kept.get(value)
  if (old === undefined) kept.set(value, value)
  return old ?? value
}

function addRecord(places: Places, texts: Texts, record: CityRecord): void {
  const country = texts.country(record.country)
  if (country === 'zz' && record.population < farCityPopulation) return
  places.name.push(texts.of(record.name))
  places.country.push(country)
  places.area.push(areaOf(texts, country, record))
  places.municipality.push(country === 'es' ? texts.of(record.municipality) : '')
  places.isPart.push(texts.shared(record.feature) === 'PPLX')
  places.population.push(record.population)
  places.lat.push(record.lat)
  places.lon.push(record.lon)
}

function areaOf(texts: Texts, country: string, { municipality, region }: CityRecord): string {
  if (country !== 'es' && country !== 'fr') return texts.shared(region)
  const code = texts.shared({ from: municipality.from, to: Math.min(municipality.to, municipality.from + 2) })
  // Paris is its own département and the data gives it no municipality.
  return code === '' && country === 'fr' && texts.shared(region) === '11' ? '75' : code
}

/** In Spain every settlement names its municipality; all but its biggest are parts of it. */
function markParts(places: Places): void {
  const biggest = new Map<string, PlaceId>()
  for (let id = 0; id < places.name.length; id++) {
    const code = places.municipality[id]
    if (!code || places.isPart[id]) continue
    const old = biggest.get(code)
    if (old === undefined || (places.population[id] ?? 0) > (places.population[old] ?? 0)) biggest.set(code, id)
  }
  for (let id = 0; id < places.name.length; id++) {
    const code = places.municipality[id]
    if (code?.startsWith('28079') || code?.startsWith('08019')) places.isPart[id] ||= biggest.get(code) !== id
  }
}

function addNames(places: Places, id: PlaceId): void {
  const name = places.name[id] ?? ''
  const folded = fold(name)
  addName(places, folded, id)
  if (places.country[id] === 'zz') return
  for (const part of name.includes('/') ? name.split('/') : []) addName(places, fold(part), id)
  const bare = folded.replace(/^(?:el|la|los|las|l|els|les|a|o|os|as|sa|es|the|le) /, '')
  if (bare === folded) return
  if (bare.includes(' ')) addName(places, bare, id)
  else addShortName(places, bare, id)
}

function addName(places: Places, name: string, id: PlaceId): void {
  if (name === '') return
  const old = places.byName.get(name)
  if (old === undefined) places.byName.set(name, id)
  else if (typeof old === 'number') old !== id && places.byName.set(name, [old, id])
  else if (!old.includes(id)) old.push(id)
}

function addShortName(places: Places, name: string, id: PlaceId): void {
  const old = places.byShortName.get(name)
  if (old === undefined) places.byShortName.set(name, [id])
  else if (!old.includes(id)) old.push(id)
}

function addLocalNames(places: Places, country: string, names: Record<string, string>): void {
  for (const [dataName, written] of Object.entries(names)) {
    const id = biggestNamed(places, dataName, country)
    if (id === undefined) continue
    const all = written.split('|')
    for (const name of all) addName(places, fold(name), id)
    places.name[id] = all[0] ?? dataName
  }
}

function addQuarters(places: Places): void {
  for (const [city, names] of Object.entries(quarters)) {
    const id = biggestNamed(places, city, 'es')
    if (id !== undefined) for (const name of names.split('|')) addName(places, fold(name), id)
  }
}

function addShortNames(places: Places, dataName: string, short: string): void {
  const id = biggestNamed(places, dataName, 'es')
  if (id !== undefined) for (const name of short.split('|')) addShortName(places, fold(name), id)
}

export function biggestNamed(places: Places, name: string, country: string): PlaceId | undefined {
  const ids = idsNamed(places, fold(name)).filter((id) => places.country[id] === country && !places.isPart[id])
  return ids.toSorted((a, b) => (places.population[b] ?? 0) - (places.population[a] ?? 0))[0]
}

function homeNames(places: Places, home: string): string[] {
  const names: string[] = []
  for (const [name, found] of places.byName) {
    const ids = typeof found === 'number' ? [found] : found
    if (ids.some((id) => places.country[id] === home)) names.push(name)
  }
  return names.sort()
}
