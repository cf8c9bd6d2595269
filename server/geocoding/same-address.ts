import type { Point } from '#lib/gazetteer/data/distance.ts'
import { takeCodes } from '#lib/gazetteer/parse/take-codes.ts'
import type { Precision } from './geocoder.ts'

export type AddressedPoint = Point & { address: string; precision: Precision }

/**
 * Whether pickup and dropoff are the same door, so the trip has no distance (a move inside a building): both are at the
 * same point and either located with precision `house`, or given with equal texts that name a door. "Madrid" twice is a
 * town, not a door.
 */
export function isSameAddress(a: AddressedPoint, b: AddressedPoint): boolean {
  if (!isSamePoint(a, b)) return false
  if (a.precision === 'house' && b.precision === 'house') return true
  return comparable(a.address) === comparable(b.address) && namesDoor(a.address)
}

/** About one metre. */
const samePointDegrees = 1e-5

const isSamePoint = (a: Point, b: Point): boolean =>
  Math.abs(a.lat - b.lat) < samePointDegrees && Math.abs(a.lon - b.lon) < samePointDegrees

/** Ignores case, accents and punctuation, in any script; runs of other characters become one space. */
const comparable = (address: string): string =>
  address
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A door is a number other than the postcode, or Spanish "s/n" (sin número, no number). */
function namesDoor(address: string): boolean {
  const { text } = takeCodes(address, ' ')
  return /\p{N}|(?<!\p{L})s\s*\/\s*n(?!\p{L})/iu.test(text)
}
