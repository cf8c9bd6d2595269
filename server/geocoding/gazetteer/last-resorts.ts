import { capitalOf, isCapitalPostcode } from '../provinces.ts'
import { ambiguous, chosen, conflict, type Decision, type Evidence, notFound } from './decision.ts'
import { type Gazetteer, guessName, shortened } from './guess.ts'
import { areasOf } from './in-country.ts'
import type { Mention } from './mentions.ts'
import { biggestNamed } from './places.ts'
import { hasPlaces } from './readings.ts'
import { townAtStreetEnd } from './street-end.ts'

/** Fallbacks when no name decides: a misspelt or shortened name, the postcode alone, the end of a street. */
export function lastResorts(gazetteer: Gazetteer, evidence: Evidence): Decision {
  return (
    guessUnknowns(gazetteer, evidence) ??
    fromPostcode(gazetteer, evidence) ??
    fromStreetEnd(gazetteer, evidence)
  )
}

function guessUnknowns(gazetteer: Gazetteer, { found, postcode }: Evidence): Decision | null {
  const areas = areasOf(found.mentions, postcode)
  if (areas?.length === 0) return conflict
  const named = found.mentions.filter((mention) => hasPlaces(mention) && mention.kind === 'whole')
  for (const mention of named.filter((other) => !isAtHome(gazetteer, other))) {
    const guess = shortened(gazetteer, mention.name, areas)
    if (guess !== null) return guess === 'ambiguous' ? ambiguous : chosen(guess)
  }
  if (named.length > 0) return notFound
  let isOpen = false
  for (const { words } of found.unknowns.toReversed()) {
    const guess = guessName(gazetteer, words.join(' '), areas)
    if (guess !== null && guess !== 'ambiguous') return chosen(guess)
    isOpen ||= guess === 'ambiguous'
  }
  return isOpen ? ambiguous : null
}

/** "Calle Mayor 10, 28013": without a town, a postcode with third digit 0 means the capital of the province. */
function fromPostcode({ places, home }: Gazetteer, { found, postcode }: Evidence): Decision | null {
  if (home !== 'es' || postcode === null || !isCapitalPostcode(postcode.code) || found.isForeign) return null
  if (found.unknowns.some(({ followsPostcode }) => followsPostcode)) return notFound
  const capital = biggestNamed(places, capitalOf(postcode.code.slice(0, 2)) ?? '', home)
  return capital === undefined
    ? null
    : { outcome: 'chosen', place: capital, confidence: 0.4, isCapital: false }
}

function fromStreetEnd({ places, home }: Gazetteer, { found, postcode }: Evidence): Decision {
  if (found.unknowns.length > 0 || found.mentions.length > 0 || postcode !== null) return notFound
  for (const street of found.streets) {
    const place = townAtStreetEnd(places, street, home)
    if (place !== null) return { outcome: 'chosen', place, confidence: 0.4, isCapital: false }
  }
  return notFound
}

export function isAtHome({ places, home }: Gazetteer, mention: Mention): boolean {
  return mention.places.some((id) => places.country[id] === home)
}
