import { isKnownCountry } from '#lib/gazetteer/data/countries.ts'
import { isInCountryBox } from '#lib/gazetteer/data/country-boxes.ts'
import type { Point } from '#lib/gazetteer/data/distance.ts'

/** A member of an untrusted JSON value; undefined if the value is not an object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

/** A member that is a text, cut to 200 characters; null if it is anything else or empty. */
export function text(value: unknown, name: string): string | null {
  const found = field(value, name)
  return typeof found === 'string' && found !== '' ? found.slice(0, 200) : null
}

/** A coordinate in degrees, given as a number or as a text; NaN for anything else. */
export function degrees(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN
}

/** Whether a point is finite, not 0/0, and inside the box of its country: finds swapped coordinates. */
export function isPossible(point: Point, countryCode: string): boolean {
  const { lat, lon } = point
  if (!(Math.abs(lat) <= 90 && Math.abs(lon) <= 180) || (lat === 0 && lon === 0)) return false
  return !isKnownCountry(countryCode) || isInCountryBox(countryCode, point)
}
