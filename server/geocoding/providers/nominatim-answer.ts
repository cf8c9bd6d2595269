import { isKnownCountry } from '#lib/gazetteer/data/countries.ts'
import { isInCountryBox } from '#lib/gazetteer/data/country-boxes.ts'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { fold } from '#lib/gazetteer/data/fold.ts'
import { provinceOfPostcode, provincesByName } from '#lib/gazetteer/data/provinces.ts'
import { contradicts } from '../contradiction.ts'
import type { Geocoded, Located, Precision } from '../geocoder.ts'

/** Two equally precise results farther apart than this are different places (kilometres). */
const samePlaceKm = 15

/**
 * Interprets a 200 response of `/search?format=jsonv2&addressdetails=1` (nominatim.org/release-docs/latest/api/Output).
 * A response with another shape, or with only impossible points, is an error of the server: `unavailable`.
 */
export function readAnswer(address: string, answer: unknown): Geocoded {
  if (!Array.isArray(answer)) return { outcome: 'unavailable' }
  const read = answer.map((item) => readItem(address, item))
  const places = read.filter((place) => typeof place === 'object')
  if (places.length === 0) return { outcome: read.includes('broken') ? 'unavailable' : 'not_found' }
  const agreeing = places.filter((place) => !contradicts(address, place))
  const [first] = agreeing
  if (first === undefined) return { outcome: 'conflict' }
  const rival = agreeing.find(
    (other) => other.precision === first.precision && kilometresBetween(other, first) > samePlaceKm,
  )
  return rival && !isNamedRather(address, first, rival) ? { outcome: 'ambiguous' } : first
}

/** Whether the address names the town or the postcode of `one` and not of `other`. */
function isNamedRather(address: string, one: Located, other: Located): boolean {
  const text = ` ${fold(address)} `
  const isNamed = ({ locality, postcode }: Located) =>
    [locality, postcode].some((name) => name && text.includes(` ${fold(name)} `))
  return isNamed(one) && !isNamed(other)
}

/** `coarse`: a region or a country, too imprecise to use. `broken`: malformed, or at an impossible point. */
function readItem(address: string, item: unknown): Located | 'coarse' | 'broken' {
  const rank = Number(field(item, 'place_rank'))
  const details = field(item, 'address')
  const countryCode = text(details, 'country_code')
  const point = { lat: degrees(field(item, 'lat')), lon: degrees(field(item, 'lon')) }
  if (!Number.isInteger(rank) || countryCode === null || !isPossible(point, countryCode, item))
    return 'broken'
  const precision = precisionOf(address, rank, item)
  if (precision === null) return 'coarse'
  const postcode = text(details, 'postcode')
  return {
    outcome: 'located',
    ...point,
    precision,
    uncertaintyKm: precision === 'locality' && rank <= 16 ? 6 : uncertaintyKm[precision],
    locality: localityOf(details),
    postcode,
    provinceCode: countryCode === 'es' ? provinceOf(details, postcode) : null,
    countryCode,
    provider: 'nominatim',
    confidence: confidence[precision],
  }
}

const uncertaintyKm: Record<Precision, number> = { house: 0.05, street: 0.3, postcode: 2, locality: 3 }
const confidence: Record<Precision, number> = { house: 0.95, street: 0.85, postcode: 0.7, locality: 0.7 }

/** Nominatim returns the street when it does not know the house number: `house` requires the number in the address. */
function precisionOf(address: string, rank: number, item: unknown): Precision | null {
  if (text(item, 'type') === 'postcode' || text(item, 'addresstype') === 'postcode' || rank === 21)
    return 'postcode'
  if (rank >= 28 && rank <= 30) return hasHouseNumber(address, item) ? 'house' : 'street'
  if (rank === 26 || rank === 27) return 'street'
  return rank >= 13 && rank <= 25 ? 'locality' : null
}

function hasHouseNumber(address: string, item: unknown): boolean {
  const number = fold(text(field(item, 'address'), 'house_number') ?? '')
  return number !== '' && ` ${fold(address)} `.includes(` ${number} `)
}

function localityOf(details: unknown): string | null {
  for (const name of ['city', 'town', 'village', 'municipality', 'hamlet', 'suburb']) {
    const value = text(details, name)
    if (value !== null) return value
  }
  return null
}

function provinceOf(details: unknown, postcode: string | null): string | null {
  for (const name of ['province', 'state_district', 'county', 'state', 'city']) {
    const codes = provincesByName.get(fold(text(details, name) ?? ''))
    if (codes?.length === 1) return codes[0] ?? null
  }
  return provinceOfPostcode(postcode ?? '')
}

/** Whether a point is finite, not 0/0, and inside its bounding box and its country's: finds swapped coordinates. */
function isPossible(point: { lat: number; lon: number }, countryCode: string, item: unknown): boolean {
  const { lat, lon } = point
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180) || (lat === 0 && lon === 0)) return false
  const box = field(item, 'boundingbox')
  if (Array.isArray(box)) {
    const [south, north, west, east] = box.map(degrees) as [number, number, number, number]
    if (!(lat >= south - 0.01 && lat <= north + 0.01 && lon >= west - 0.01 && lon <= east + 0.01))
      return false
  }
  return !isKnownCountry(countryCode) || isInCountryBox(countryCode, point)
}

function degrees(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function text(value: unknown, name: string): string | null {
  const found = field(value, name)
  return typeof found === 'string' && found !== '' ? found.slice(0, 200) : null
}
