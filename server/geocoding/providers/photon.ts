import { type Static, Type } from 'typebox'
import { knownCountries } from '#lib/gazetteer/data/countries.ts'
import { fold } from '#lib/gazetteer/data/fold.ts'
import { provinceOfPostcode, provincesByName } from '#lib/gazetteer/data/provinces.ts'
import { EngineTrouble } from '../../lib/engine-client.ts'
import {
  chooseFinest,
  cityKm,
  confidence,
  otherShape,
  type Reading,
  uncertaintyKm,
} from '../engine/choose.ts'
import { capitalOfFirst, connectEngine } from '../engine/connect-engine.ts'
import { isOn, publicGapMs, publicOk, publicServerFault } from '../engine/public-server.ts'
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
  PHOTON_URL: Type.String({ format: 'service-url' }),
  PHOTON_COUNTRY_CODES: Type.String({
    default: knownCountries.join(','),
    pattern: '^[a-z]{2}(,[a-z]{2})*$',
  }),
  PHOTON_TIMEOUT_MS: Type.Integer({ default: 3_000, minimum: 100, maximum: 30_000 }),
  PHOTON_PUBLIC_OK: publicOk,
})
type Settings = Static<typeof env>

const isPublic = ({ PHOTON_URL }: Settings): boolean => isOn('komoot.io', PHOTON_URL)

/**
 * Photon's search, version 1 (github.com/komoot/photon, docs/api-v1.md). It tolerates typing errors and therefore
 * returns something for almost any text: a result is used only if its street and its town are written in the address.
 */
export const photon = {
  env,
  knowsStreets: true,
  faults: (settings: Settings): string[] =>
    isPublic(settings) && settings.PHOTON_PUBLIC_OK !== '1'
      ? [publicServerFault('PHOTON_URL', 'PHOTON_PUBLIC_OK')]
      : [],
  connect(settings: Settings): Geocoder {
    const { PHOTON_URL, PHOTON_COUNTRY_CODES: countryCodes, PHOTON_TIMEOUT_MS: timeoutMs } = settings
    const base = PHOTON_URL.replace(/\/+$/, '')
    return connectEngine({
      name: 'photon',
      dataVersion: `1-${countryCodes}`,
      timeoutMs,
      gapMs: isPublic(settings) ? publicGapMs : 0,
      knownTown: capitalOfFirst(countryCodes),
      async search(address, get) {
        const { status, json } = await get(`${base}/api?${queryOf(address, countryCodes)}`)
        // Photon answers 400 for its own faults too, so it is never a fact about the address.
        if (status !== 200) throw new EngineTrouble(`HTTP ${status}`)
        return readAnswer(address, json, countryCodes.split(','))
      },
      // The public server asks for restraint.
      complete: isPublic(settings)
        ? undefined
        : async (typed, get) => {
            const { status, json } = await get(`${base}/api?${queryOf(typed, countryCodes)}`)
            if (status !== 200) throw new EngineTrouble(`HTTP ${status}`)
            return readSuggestions(json, countryCodes.split(','))
          },
    })
  },
}

function queryOf(address: string, countryCodes: string): string {
  const query = new URLSearchParams({ q: address.replaceAll(/\s*[\r\n]+\s*/g, ', '), limit: '10' })
  for (const code of countryCodes.split(',')) query.append('countrycode', code.toUpperCase())
  for (const layer of ['house', 'street', 'locality', 'district', 'city']) query.append('layer', layer)
  return query.toString()
}

function readAnswer(address: string, json: unknown, countries: string[]): Geocoded {
  const features = field(json, 'features')
  if (!Array.isArray(features)) throw otherShape()
  const readings = features.map((feature) => readFeature(address, feature))
  const wanted = readings.map((reading) =>
    typeof reading === 'object' && !countries.includes(reading.countryCode) ? ('coarse' as const) : reading,
  )
  return chooseFinest(address, wanted)
}

function readSuggestions(json: unknown, countries: string[]): Suggested[] {
  const features = field(json, 'features')
  if (!Array.isArray(features)) throw otherShape()
  return features.flatMap((feature) => {
    const properties = field(feature, 'properties')
    if (!countries.includes(text(properties, 'countrycode')?.toLowerCase() ?? '')) return []
    const [type, name] = [text(properties, 'type'), text(properties, 'name')]
    const town = text(properties, 'city')
    const postcode = text(properties, 'postcode')
    if (type === 'street') return [{ street: name, houseNumber: null, postcode, town }]
    if (type !== 'house') return [{ street: null, houseNumber: null, postcode: null, town: name }]
    return [
      { street: text(properties, 'street'), houseNumber: text(properties, 'housenumber'), postcode, town },
    ]
  })
}

function readFeature(address: string, feature: unknown): Reading {
  const properties = field(feature, 'properties')
  const coordinates = field(field(feature, 'geometry'), 'coordinates')
  const [lon, lat] = Array.isArray(coordinates) ? coordinates.map(degrees) : []
  const countryCode = text(properties, 'countrycode')?.toLowerCase() ?? null
  const type = text(properties, 'type')
  if (lat === undefined || lon === undefined || countryCode === null || type === null) return 'broken'
  if (!isPossible({ lat, lon }, countryCode)) return 'broken'
  const precision = precisionOf(address, properties, type)
  if (precision === null) return 'coarse'
  const postcode = text(properties, 'postcode')
  return {
    outcome: 'located',
    ...{ lat, lon, precision },
    uncertaintyKm: type === 'city' ? cityKm : uncertaintyKm[precision],
    locality: text(properties, 'city') ?? text(properties, type === 'house' ? 'locality' : 'name'),
    postcode,
    provinceCode: countryCode === 'es' ? provinceOf(properties, postcode) : null,
    countryCode,
    provider: 'photon',
    confidence: confidence[precision],
  }
}

/** Null for a region, and for what the address does not name: a neighbour in spelling, or a namesake elsewhere. */
function precisionOf(address: string, properties: unknown, type: string): Precision | null {
  const written = readWritten(address)
  const name = text(properties, 'name')
  const towns = ['city', 'district', 'locality', 'county'].flatMap((key) => text(properties, key) ?? [])
  if (type === 'house' || type === 'street') {
    const street = text(properties, 'street') ?? name ?? text(properties, 'locality')
    const found = street === null ? null : findStreet(written, street, towns)
    const place = { towns, postcode: text(properties, 'postcode') }
    if (found === null || !namesPlace(written, found.otherParts, place)) return null
    return isHouseNumber(text(properties, 'housenumber'), found.houseNumbers) ? 'house' : 'street'
  }
  if (!['locality', 'district', 'city'].includes(type) || name === null) return null
  return namesPlace(written, partsOfPlaces(written), { towns: [name], postcode: null }) ? 'locality' : null
}

function provinceOf(properties: unknown, postcode: string | null): string | null {
  for (const key of ['county', 'state', 'city']) {
    const codes = provincesByName.get(fold(text(properties, key) ?? ''))
    if (codes?.length === 1) return codes[0] ?? null
  }
  return provinceOfPostcode(postcode ?? '')
}
