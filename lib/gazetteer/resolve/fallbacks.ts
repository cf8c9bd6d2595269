import { expandShortName, fuzzyMatch } from '../candidates/fuzzy-match.ts'
import type { Found, Mention, Unknown } from '../candidates/mentions.ts'
import type { SearchIndex } from '../candidates/search-index.ts'
import { townAtStreetEnd } from '../candidates/street-end.ts'
import { biggestNamed, type PlaceId } from '../data/places.ts'
import { capitalOf, isCapitalPostcode } from '../data/provinces.ts'
import { siteWords } from '../parse/street-words.ts'
import { hasPlaces } from './compatibility.ts'
import { ambiguous, chosen, conflict, type Decision, notFound } from './decision.ts'
import type { Evidence } from './evidence.ts'
import { areasOf } from './in-country.ts'
import { isPostcodeEnough, namesAnother } from './postcode-enough.ts'

/** Fallbacks when no name decides: a misspelt or shortened name, the postcode alone, the end of a street. */
export function fallBack(search: SearchIndex, evidence: Evidence): Decision {
  return guessUnknowns(search, evidence) ?? fromPostcode(search, evidence) ?? fromStreetEnd(search, evidence)
}

function guessUnknowns(search: SearchIndex, { found, postcode }: Evidence): Decision | null {
  const areas = areasOf(found.mentions, postcode)
  if (areas?.length === 0) return conflict
  const named = found.mentions.filter((mention) => hasPlaces(mention) && mention.kind === 'whole')
  for (const mention of named.filter((other) => !isAtHome(search, other))) {
    const guess = expandShortName(search, mention.name, areas)
    if (guess !== null) return guess === 'ambiguous' ? ambiguous : chosen(guess)
  }
  if (named.length > 0) return notFound
  // "Calle Mayor 3 Suíça 46800 Lausanne": not a mistyped Sueca.
  const isAbroad = ({ words }: Unknown) =>
    (search.places.countries.get(words.join(' ')) ?? search.home) !== search.home
  if (found.unknowns.some(isAbroad)) return notFound
  let isOpen = false
  for (const unknown of found.unknowns.toReversed()) {
    const guess = fuzzyMatch(search, unknown.words.join(' '), areas)
    if (guess !== null && guess !== 'ambiguous')
      return isAnotherNamed(search, found, unknown, guess.place) ? notFound : chosen(guess)
    isOpen ||= guess === 'ambiguous'
  }
  return isOpen ? ambiguous : null
}

/** "Goya, Hamburg Blorp, 28000": not the Goya of Madrid. */
const isAnotherNamed = ({ places }: SearchIndex, found: Found, guessed: Unknown, place: PlaceId): boolean =>
  [...found.unknowns, ...found.passed].some(
    (other) =>
      other !== guessed && !siteWords.has(other.words[0] ?? '') && namesAnother(places, other.words, place),
  )

/** "Calle Mayor 10, 28013": without a town, a postcode with third digit 0 means the capital of the province. */
function fromPostcode(search: SearchIndex, evidence: Evidence): Decision | null {
  const { places, home } = search
  const { postcode } = evidence
  if (home !== 'es' || postcode === null || !isCapitalPostcode(postcode.code)) return null
  const place = biggestNamed(places, capitalOf(postcode.code.slice(0, 2)) ?? '', home)
  if (place === undefined || !isPostcodeEnough(search, evidence, place)) return null
  return { outcome: 'chosen', place, confidence: 0.4, isCapital: false }
}

function fromStreetEnd(search: SearchIndex, { found, postcode }: Evidence): Decision {
  const { places, home } = search
  if (found.unknowns.length > 0 || found.mentions.length > 0 || postcode !== null) return notFound
  for (const street of found.streets) {
    const place = townAtStreetEnd(places, street, home)
    if (place === null || found.passed.some(({ words }) => namesAnother(places, words, place))) continue
    return { outcome: 'chosen', place, confidence: 0.4, isCapital: false }
  }
  return notFound
}

export function isAtHome({ places, home }: SearchIndex, mention: Mention): boolean {
  return mention.places.some((id) => places.country[id] === home)
}
