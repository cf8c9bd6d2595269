import { corrections } from './corrections.ts'
import { knownCountries } from './countries.ts'
import { type BuiltPlaces, indexNames } from './index-names.ts'
import { missingAbroad, missingTowns } from './missing-towns.ts'
import { type CityRecord, readCities } from './read-cities.ts'

const farCityPopulation = 100_000

export function buildPlaces(file: Uint8Array): BuiltPlaces {
  const places = emptyPlaces()
  const texts = textsOf(file)
  readCities(file, (record) => addRecord(places, texts, record))
  addMissing(places)
  indexNames(places)
  return places
}

function emptyPlaces(): BuiltPlaces {
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
  }
}

/** Quarters of Madrid, Barcelona and Bilbao that the data does not mark as quarters. */
const quartersCalledTowns = new Set([
  '28079 Ciudad Lineal',
  '28079 Chamartín',
  '28079 El Pardo',
  '08019 Sant Martí',
  '48020 Santutxu',
])

type Span = { from: number; to: number }
type Texts = { of: (span: Span) => string; shared: (span: Span) => string; country: (span: Span) => string }

/** Decodes text fields. Region and feature codes repeat thousands of times, so each string is stored once. */
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

function addRecord(places: BuiltPlaces, texts: Texts, record: CityRecord): void {
  const country = texts.country(record.country)
  if (country === 'zz' && record.population < farCityPopulation) return
  places.name.push(texts.of(record.name))
  places.country.push(country)
  places.area.push(areaOf(texts, country, record))
  places.municipality.push(country === 'es' ? texts.of(record.municipality) : '')
  places.isPart.push(
    texts.shared(record.feature) === 'PPLX' ||
      quartersCalledTowns.has(`${places.municipality.at(-1)} ${places.name.at(-1)}`),
  )
  places.population.push(record.population)
  const code = country === 'es' ? places.municipality.at(-1) : `${country}-${places.area.at(-1)}`
  const { lat, lon } = corrections.get(`${code} ${places.name.at(-1)}`) ?? record
  places.lat.push(lat)
  places.lon.push(lon)
}

function areaOf(texts: Texts, country: string, { municipality, region }: CityRecord): string {
  if (country !== 'es' && country !== 'fr') return texts.shared(region)
  const code = texts.shared({ from: municipality.from, to: Math.min(municipality.to, municipality.from + 2) })
  // Paris is a département, and the data has no municipality code for it.
  return code === '' && country === 'fr' && texts.shared(region) === '11' ? '75' : code
}

function addMissing(places: BuiltPlaces): void {
  for (const [municipality, ...town] of missingTowns)
    addTown(places, ['es', municipality.slice(0, 2), municipality], town)
  for (const [country, area, ...town] of missingAbroad) addTown(places, [country, area, ''], town)
}

type Where = readonly [country: string, area: string, municipality: string]
type Town = readonly [names: string, people: number, lat: number, lon: number]

function addTown(
  places: BuiltPlaces,
  [country, area, municipality]: Where,
  [names, people, lat, lon]: Town,
): void {
  places.name.push(names)
  places.country.push(country)
  places.area.push(area)
  places.municipality.push(municipality)
  places.isPart.push(false)
  places.population.push(people)
  places.lat.push(lat)
  places.lon.push(lon)
}
