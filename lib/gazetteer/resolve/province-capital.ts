import { fuzzyMatch } from '../candidates/fuzzy-match.ts'
import type { Unknown } from '../candidates/mentions.ts'
import { peopleIn } from '../candidates/namesakes.ts'
import type { SearchIndex } from '../candidates/search-index.ts'
import { idsNamed, type PlaceId, type Places } from '../data/places.ts'
import { isCapitalPostcode } from '../data/provinces.ts'
import { ambiguous, type Choice, chosen, type Decision, notFound } from './decision.ts'
import type { ScopedEvidence } from './evidence.ts'
import type { Reading } from './readings.ts'
import { townLikeUnknowns } from './unknown-names.ts'

/**
 * Checks a city with an unknown name beside it: the unknown name may be a village of the city's province or near the
 * city, so the city must not be returned in its place.
 */
export function decideCapital(search: SearchIndex, scoped: ScopedEvidence, reading: Reading): Decision {
  const { places } = search
  const { place, mention, isConfirmed } = reading
  const { postcode } = scoped
  const area = places.area[place] ?? ''
  const isSpanish = places.country[place] === 'es'
  const isCapital = isSpanish && (mention.provinces?.includes(area) ?? false)
  const hasCapitalPostcode = isSpanish && postcode !== null && isCapitalPostcode(postcode.code)
  const sure: Choice = { outcome: 'chosen', place, confidence: isConfirmed ? 0.9 : 0.75, isCapital: false }
  if (hasCapitalPostcode) return sure
  const unknowns = isCapital ? unknownsBefore(scoped, reading) : townLikeUnknowns(scoped, reading)
  const counts = isCapital || peopleIn(places, place) >= minOuterCity
  if (unknowns.length > 0 && counts) return amongUnknowns(search, place, unknowns, isSpanish ? [area] : [])
  if (!isCapital) return sure
  return { ...sure, isCapital: postcode !== null, confidence: postcode ? 0.5 : sure.confidence }
}

/** Minimum population of a town by which other places are located; hamlets of a smaller town are near it anyway. */
const minOuterCity = 10_000

/** With a postcode, the town follows the postcode; without a postcode, the town comes before the province. */
function unknownsBefore({ postcode, unknowns }: ScopedEvidence, { mention }: Reading): Unknown[] {
  return unknowns.filter(
    ({ part, followsPostcode }) =>
      part === mention.part || (postcode ? followsPostcode : part < mention.part),
  )
}

function amongUnknowns(
  search: SearchIndex,
  city: PlaceId,
  unknowns: readonly Unknown[],
  areas: readonly string[],
): Decision {
  const { places } = search
  // The nearest to the city first.
  for (const { words } of unknowns.toReversed()) {
    const guess = fuzzyMatch(search, words.join(' '), areas)
    // "Goya, Móstoles": Goya is a quarter of Madrid, and an address goes from the smaller place to the bigger.
    const isBefore = guess !== null && guess !== 'ambiguous' && isSmaller(places, guess.place, city)
    if (guess !== null) return isBefore ? chosen(guess) : ambiguous
    // "Paris, Madrid": the name of a city abroad is not a quarter.
    if (idsNamed(places, words.join(' ')).some((id) => peopleIn(places, id) >= 100_000)) return ambiguous
  }
  return notFound
}

const isSmaller = (places: Places, inner: PlaceId, outer: PlaceId): boolean =>
  inner === outer || peopleIn(places, inner) < peopleIn(places, outer)
