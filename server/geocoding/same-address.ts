import type { Point } from './distance.ts'
import type { Precision } from './geocoder.ts'
import { takePostcodes } from './postcodes.ts'

export type AddressedPoint = Point & { address: string; precision: Precision }

/**
 * Whether both ends are one door, so that the trip has no distance (a move inside a building): one house was located
 * for both, or both texts are equal and name a door. "Madrid" twice is a town and not a door.
 */
export function isSameAddress(a: AddressedPoint, b: AddressedPoint): boolean {
  if (!isSamePoint(a, b)) return false
  if (a.precision === 'house' && b.precision === 'house') return true
  return comparable(a.address) === comparable(b.address) && namesDoor(a.address)
}

/** About a metre. */
const samePointDegrees = 1e-5

const isSamePoint = (a: Point, b: Point): boolean =>
  Math.abs(a.lat - b.lat) < samePointDegrees && Math.abs(a.lon - b.lon) < samePointDegrees

/** Without case, accents, spaces and punctuation, in any script. */
const comparable = (address: string): string =>
  address
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** A number besides the postcode, or Spain's "s/n" (no number). */
function namesDoor(address: string): boolean {
  const { text } = takePostcodes(address, ' ')
  return /\p{N}|(?<!\p{L})s\s*\/\s*n(?!\p{L})/iu.test(text)
}
