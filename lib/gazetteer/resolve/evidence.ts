import type { Found, Mention, Unknown } from '../candidates/mentions.ts'
import type { Places } from '../data/places.ts'
import type { Postcode } from '../parse/postcodes.ts'

/** One row of a postal file: a place that has the postcode, and its position. */
export type PostcodePoint = { place: string; lat: number; lon: number }

/** Everything in an address that says where it is. */
export type Evidence = {
  found: Found
  postcode: Postcode | null
  /** Postal rows of the postcode, if there are any. */
  points: readonly PostcodePoint[]
  /** The country stated in the address, and the code of a part of it. */
  country: string | null
  area: string | null
  /** The postal words or the street are foreign, so the home country must not be assumed. */
  isForeign: boolean
}

/** The names in an address that are in scope, and what else the address says about the place. */
export type ScopedEvidence = {
  places: Places
  mentions: readonly Mention[]
  unknowns: readonly Unknown[]
  postcode: Postcode | null
  points: readonly PostcodePoint[]
}
