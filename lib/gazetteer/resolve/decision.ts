import type { FuzzyMatch } from '../candidates/fuzzy-match.ts'
import type { PlaceId } from '../data/places.ts'

/** Why no place is chosen. `unknown`: words not understood. `conflict`: parts of the address contradict each other. */
export type Refusal =
  | { outcome: 'not_found'; unknown?: string }
  | { outcome: 'ambiguous' }
  | { outcome: 'conflict' }

/** `isCapital`: the name is also a province name and the postcode is not the capital's; the place may be any in it. */
export type Choice = { outcome: 'chosen'; place: PlaceId; confidence: number; isCapital: boolean }
export type Decision = Choice | Refusal

export const notFound: Refusal = { outcome: 'not_found' }
export const ambiguous: Refusal = { outcome: 'ambiguous' }
export const conflict: Refusal = { outcome: 'conflict' }

export function chosen(match: Exclude<FuzzyMatch, 'ambiguous' | null>): Choice {
  return { outcome: 'chosen', place: match.place, confidence: match.confidence, isCapital: false }
}
