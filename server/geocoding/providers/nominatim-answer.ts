import { fold } from '#lib/gazetteer/data/fold.ts'
import { provinceOfPostcode, provincesByName } from '#lib/gazetteer/data/provinces.ts'
import { choose, cityKm, confidence, otherShape, type Reading, uncertaintyKm } from '../engine/choose.ts'
import { degrees, field, isPossible, text } from '../engine/read-json.ts'
import type { Geocoded, Precision } from '../geocoder.ts'

/**
 * Interprets a 200 response of `/search?format=jsonv2&addressdetails=1` (nominatim.org/release-docs/latest/api/Output).
 *
 * @throws EngineTrouble if it has another shape, or only impossible points.
 */
export function readAnswer(address: string, answer: unknown): Geocoded {
  if (!Array.isArray(answer)) throw otherShape()
  return choose(
    address,
    answer.map((item) => readItem(address, item)),
  )
}

/** Whether an error says that the address is unknown. Compatible services answer 404. */
export function saysNotFound(status: number, json: unknown): boolean {
  const error = field(json, 'error')
  const message = text(json, 'error') ?? text(error, 'message') ?? ''
  if (status === 400) return /nothing to search for/i.test(message)
  return status === 404 && /unable to geocode/i.test(message)
}

function readItem(address: string, item: unknown): Reading {
  const rank = Number(field(item, 'place_rank'))
  const details = field(item, 'address')
  const countryCode = text(details, 'country_code')
  const point = { lat: degrees(field(item, 'lat')), lon: degrees(field(item, 'lon')) }
  if (!Number.isInteger(rank) || countryCode === null) return 'broken'
  if (!isPossible(point, countryCode) || !isInItsBox(point, field(item, 'boundingbox'))) return 'broken'
  const precision = precisionOf(address, rank, item)
  if (precision === null) return 'coarse'
  const postcode = text(details, 'postcode')
  return {
    outcome: 'located',
    ...point,
    precision,
    uncertaintyKm: precision === 'locality' && rank <= 16 ? cityKm : uncertaintyKm[precision],
    locality: localityOf(details),
    postcode,
    provinceCode: countryCode === 'es' ? provinceOf(details, postcode) : null,
    countryCode,
    provider: 'nominatim',
    confidence: confidence[precision],
  }
}

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

function isInItsBox({ lat, lon }: { lat: number; lon: number }, box: unknown): boolean {
  if (!Array.isArray(box)) return true
  const [south, north, west, east] = box.map(degrees) as [number, number, number, number]
  return lat >= south - 0.01 && lat <= north + 0.01 && lon >= west - 0.01 && lon <= east + 0.01
}
