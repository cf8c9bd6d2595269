import { isCapitalPostcode } from '../provinces.ts'
import { ambiguous, type Choice, chosen, type Decision, notFound } from './decision.ts'
import { type Gazetteer, guessName } from './guess.ts'
import type { Unknown } from './mentions.ts'
import { peopleIn } from './namesakes.ts'
import { idsNamed } from './places.ts'
import type { Case, Reading } from './readings.ts'
import { townLikeUnknowns } from './unknown-names.ts'

/**
 * Checks a city with an unknown name beside it: the unknown name may be a village of the city's province or near the
 * city, so the city must not be returned in its place.
 */
export function decideCapital(gazetteer: Gazetteer, problem: Case, reading: Reading): Decision {
  const { places } = gazetteer
  const { place, mention, isConfirmed } = reading
  const { postcode } = problem
  const area = places.area[place] ?? ''
  const isSpanish = places.country[place] === 'es'
  const isCapital = isSpanish && (mention.provinces?.includes(area) ?? false)
  const hasCapitalPostcode = isSpanish && postcode !== null && isCapitalPostcode(postcode.code)
  const sure: Choice = { outcome: 'chosen', place, confidence: isConfirmed ? 0.9 : 0.75, isCapital: false }
  if (hasCapitalPostcode) return sure
  const unknowns = isCapital ? unknownsBefore(problem, reading) : townLikeUnknowns(problem, reading)
  const counts = isCapital || peopleIn(places, place) >= leastOuterCity
  if (unknowns.length > 0 && counts)
    return amongUnknowns(gazetteer, problem, reading, unknowns, isSpanish ? [area] : [])
  if (!isCapital) return sure
  return { ...sure, isCapital: postcode !== null, confidence: postcode ? 0.5 : sure.confidence }
}

/** Minimum population of a town by which other places are located; hamlets of a smaller town are near it anyway. */
const leastOuterCity = 10_000

/** With a postcode, the town follows the postcode; without a postcode, the town comes before the province. */
function unknownsBefore({ postcode, unknowns }: Case, { mention }: Reading): Unknown[] {
  return unknowns.filter(
    ({ part, followsPostcode }) =>
      part === mention.part || (postcode ? followsPostcode : part < mention.part),
  )
}

function amongUnknowns(
  gazetteer: Gazetteer,
  { places, postcode }: Case,
  { place }: Reading,
  unknowns: readonly Unknown[],
  areas: readonly string[],
): Decision {
  for (const { words } of unknowns) {
    const guess = guessName(gazetteer, words.join(' '), areas)
    if (guess !== null) return guess === 'ambiguous' ? ambiguous : chosen(guess)
    // "Paris, Madrid": the name of a city abroad is not a quarter.
    if (idsNamed(places, words.join(' ')).some((id) => peopleIn(places, id) >= 100_000)) return ambiguous
  }
  const isQuarter = unknowns.every(({ words }) => isQuarterLike(words.join(' ')))
  if (postcode !== null || peopleIn(places, place) < metropolis || !isQuarter) return notFound
  return { outcome: 'chosen', place, confidence: 0.5, isCapital: false }
}

/** Population that only Madrid and Barcelona reach: an unknown name there is more likely a quarter than a village. */
const metropolis = 1_500_000
function isQuarterLike(name: string): boolean {
  return name.length >= 5 && !townLike.test(name)
}

/** Beginnings of village names that are rare in names of quarters. */
const townLike =
  /^(?:villa|vila|villar|vilar|pueblo|puebla|aldea|san|sant|santa|santo|val|monte|castil|castell)/
