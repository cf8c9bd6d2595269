import { type Static, Type } from 'typebox'
import { countriesByName } from '#lib/gazetteer/data/countries.ts'
import { foldedWords } from '#lib/gazetteer/data/fold.ts'
import { takeCodes } from '#lib/gazetteer/parse/take-codes.ts'
import { EngineTrouble } from '../../lib/engine-client.ts'
import { lazy } from '../../lib/lazy.ts'
import { contradicts } from '../contradiction.ts'
import {
  cityKm,
  confidence,
  finestFirst,
  otherShape,
  uncertaintyKm,
  withoutProvinces,
} from '../engine/choose.ts'
import { connectEngine, type Get } from '../engine/connect-engine.ts'
import { degrees, field, isPossible, text } from '../engine/read-json.ts'
import type { Suggested } from '../engine/suggested-text.ts'
import {
  findStreet,
  isHouseNumber,
  namesPlace,
  partsOfPlaces,
  readWritten,
} from '../engine/written-address.ts'
import type { Geocoded, Geocoder, Precision } from '../geocoder.ts'

const env = Type.Object({
  CARTOCIUDAD_URL: Type.String({
    format: 'service-url',
    default: 'https://www.cartociudad.es/geocoder/api/geocoder',
  }),
  CARTOCIUDAD_TIMEOUT_MS: Type.Integer({ default: 4_000, minimum: 100, maximum: 30_000 }),
})

/**
 * CartoCiudad, the geocoder of Spain's mapping agency (github.com/IDEESpain/Cartociudad). `candidates` returns names
 * that sound alike, houses with a position and streets without one; `find` returns the position of a street.
 */
export const cartociudad = {
  env,
  knowsStreets: true,
  connect({ CARTOCIUDAD_URL, CARTOCIUDAD_TIMEOUT_MS: timeoutMs }: Static<typeof env>): Geocoder {
    const base = CARTOCIUDAD_URL.replace(/\/+$/, '')
    return connectEngine({
      name: 'cartociudad',
      dataVersion: '1',
      timeoutMs,
      knownTown: 'Madrid',
      async search(address, get) {
        const query = spanishText(address)
        return query === null ? { outcome: 'not_found' } : await locate({ base, get }, address, query)
      },
      async complete(typed, get) {
        const query = spanishText(typed)
        return query === null ? [] : (await askCandidates({ base, get }, query)).map(readSuggestion)
      },
    })
  },
}

/** The address without its country, which the engine would take for a street; null if it is in another country. */
function spanishText(address: string): string | null {
  const { letters, office, found } = takeCodes(address, ' ')
  const isForeign = [...letters, ...office, ...found.map(({ country }) => country)].some(
    (country) => country !== null && country !== 'es',
  )
  if (isForeign) return null
  const parts = address.split(/\s*[,;()\r\n]+\s*/).filter((part) => part !== '')
  const country = parts.length > 1 ? countries().get(foldedWords(parts.at(-1) ?? '').join(' ')) : undefined
  if (country !== undefined && country !== 'es') return null
  const kept = country === 'es' ? parts.slice(0, -1) : parts
  return kept.join(', ').replace(/[\s,]+(españa|espanya|spain)$/iu, '')
}

const countries = lazy(countriesByName)

type Engine = { base: string; get: Get }
type Candidate = {
  id: string
  type: string
  precision: Precision
  uncertaintyKm: number
  lat: number
  lon: number
  locality: string | null
  postcode: string | null
  provinceCode: string | null
  countryCode: 'es'
}

async function locate(engine: Engine, address: string, query: string): Promise<Geocoded> {
  const candidates = await readCandidates(engine, address, query)
  const agreeing = finestFirst(
    withoutProvinces(candidates.filter((candidate) => !contradicts(address, candidate))),
  )
  const [best] = agreeing
  if (best === undefined) return { outcome: candidates.length > 0 ? 'conflict' : 'not_found' }
  const isElsewhere = ({ precision, locality }: Candidate) =>
    precision === best.precision && precision !== 'postcode' && locality !== best.locality
  if (agreeing.some(isElsewhere)) return { outcome: 'ambiguous' }
  const point = best.lat === 0 && best.lon === 0 ? await findPoint(engine, best) : best
  if (point === null) return { outcome: 'not_found' }
  const { lat, lon } = point
  if (!isPossible({ lat, lon }, 'es')) throw new EngineTrouble('a position outside Spain')
  const { id: _, type: __, ...place } = best
  return {
    outcome: 'located',
    ...place,
    lat,
    lon,
    provider: 'cartociudad',
    confidence: confidence[best.precision],
  }
}

/** The items that the engine has for a text. */
async function askCandidates({ base, get }: Engine, query: string): Promise<unknown[]> {
  const parameters = new URLSearchParams({ q: query, limit: '15', no_process: useless })
  const { status, json } = await get(`${base}/candidates?${parameters.toString()}`)
  if (status === 204) return []
  if (status !== 200) throw new EngineTrouble(`HTTP ${status}`)
  if (!Array.isArray(json)) throw otherShape()
  return json
}

/** The candidates that the address names. */
async function readCandidates(engine: Engine, address: string, query: string): Promise<Candidate[]> {
  const items = await askCandidates(engine, query)
  const read = items.map((item) => readCandidate(address, item))
  const known = read.filter((candidate) => typeof candidate === 'object')
  if (known.length === 0 && read.includes('broken')) throw otherShape()
  return known
}

/** Kinds of names that are no addresses: points of interest, tobacconists, chargers, mountains, roads. */
const useless = 'toponimo,expendeduria,punto_recarga_electrica,ngbe,carretera,provincia,comunidad autonoma'

function readCandidate(address: string, item: unknown): Candidate | 'coarse' | 'broken' {
  const [id, type, name] = [text(item, 'id'), text(item, 'type'), text(item, 'address')]
  const [lat, lon] = [degrees(field(item, 'lat')), degrees(field(item, 'lng'))]
  if (id === null || type === null || Number.isNaN(lat) || Number.isNaN(lon)) return 'broken'
  if ((text(item, 'countryCode') ?? spain) !== spain) return 'coarse'
  const precision = precisionOf(address, item, { type, name: name ?? '' })
  if (precision === null) return 'coarse'
  return {
    ...{ id, type, precision, lat, lon },
    uncertaintyKm: type === 'municipio' ? cityKm : uncertaintyKm[precision],
    locality: text(item, 'muni') ?? text(item, 'poblacion'),
    postcode: text(item, 'postalCode'),
    provinceCode: text(item, 'provinceCode'),
    countryCode: 'es',
  }
}

function readSuggestion(item: unknown): Suggested {
  const [type, name] = [text(item, 'type'), text(item, 'address') ?? '']
  const town = text(item, 'poblacion') ?? text(item, 'muni')
  const postcode = text(item, 'postalCode')
  if (type === 'Codpost') return { street: null, houseNumber: null, postcode, town }
  if (type !== 'portal' && type !== 'callejero')
    return { street: null, houseNumber: null, postcode: null, town }
  return { street: readable(streetOf(name)), houseNumber: houseNumberOf(item), postcode, town }
}

/** "CALLE ALCALA 1, Madrid" → "CALLE ALCALA". */
const streetOf = (name: string): string => (name.split(',')[0] ?? '').replace(/\s+\d+\s*\p{L}?$/u, '')

/** "CALLE DE LA PAZ" → "Calle de la Paz". */
const readable = (street: string): string =>
  street
    .toLowerCase()
    .replaceAll(/(?<![\p{L}\d])\p{L}+/gu, (word, at: number) =>
      at > 0 && smallWords.has(word) ? word : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`,
    )

const smallWords = new Set(['de', 'del', 'la', 'las', 'el', 'los', 'y', 'i', 'a', 'en', 'd', 'dels', 'les'])

const spain = '011'

/** Null for what the address does not name. A house with another number than that of the address is as its street. */
function precisionOf(address: string, item: unknown, { type, name }: { type: string; name: string }) {
  const written = readWritten(address)
  const towns = ['muni', 'poblacion'].flatMap((key) => text(item, key) ?? [])
  const postcode = text(item, 'postalCode')
  if (type === 'portal' || type === 'callejero') {
    const found = findStreet(written, streetOf(name), towns)
    if (found === null || !namesPlace(written, found.otherParts, { towns, postcode })) return null
    return type === 'portal' && isHouseNumber(houseNumberOf(item), found.houseNumbers) ? 'house' : 'street'
  }
  if (type === 'Codpost') return postcode !== null && written.postcodes.includes(postcode) ? 'postcode' : null
  if (type !== 'municipio' && type !== 'poblacion') return null
  // A village is named with its municipality, because villages have the names of cities too.
  const isNamed = (town: string) =>
    namesPlace(written, partsOfPlaces(written), { towns: [town], postcode: null })
  return towns.length > 0 && towns.every(isNamed) ? 'locality' : null
}

const houseNumberOf = (item: unknown): string | null => {
  const number = field(item, 'portalNumber')
  return typeof number === 'number' && number > 0 ? `${number}${text(item, 'extension') ?? ''}` : null
}

/** The position of a street or a town, which `candidates` gives as 0/0; null if the engine has none. */
async function findPoint({ base, get }: Engine, { id, type }: Candidate) {
  const { status, json } = await get(`${base}/find?${new URLSearchParams({ id, type }).toString()}`)
  if (status === 204 || (status === 200 && json === null)) return null
  if (status !== 200) throw new EngineTrouble(`HTTP ${status}`)
  const point = { lat: degrees(field(json, 'lat')), lon: degrees(field(json, 'lng')) }
  if (Number.isNaN(point.lat) || Number.isNaN(point.lon)) throw otherShape()
  return point.lat === 0 && point.lon === 0 ? null : point
}
