import type { Refusal } from '../geocoder.ts'
import type { Postcode } from '../postcodes.ts'
import type { PostcodePoint } from '../store.ts'
import type { Guess } from './guess.ts'
import type { Found } from './mentions.ts'
import type { PlaceId } from './places.ts'

/** Everything in an address that says where it is. */
export type Evidence = {
  found: Found
  postcode: Postcode | null
  /** Imported postal rows of the postcode. */
  points: readonly PostcodePoint[]
  /** The country stated in the address. */
  country: string | null
}

/** `isCapital`: the name is also a province name and the postcode is not the capital's; the place may be any in it. */
export type Choice = { outcome: 'chosen'; place: PlaceId; confidence: number; isCapital: boolean }
export type Decision = Choice | Refusal

export const notFound: Refusal = { outcome: 'not_found' }
export const ambiguous: Refusal = { outcome: 'ambiguous' }
export const conflict: Refusal = { outcome: 'conflict' }

export function chosen(guess: Exclude<Guess, 'ambiguous' | null>): Choice {
  return { outcome: 'chosen', place: guess.place, confidence: guess.confidence, isCapital: false }
}
