import { isFarBigger, peopleIn } from '../candidates/namesakes.ts'
import type { SearchIndex } from '../candidates/search-index.ts'
import { fitsCountry, type Postcode } from '../parse/postcodes.ts'
import { ambiguous, type Choice, conflict, type Decision, notFound } from './decision.ts'
import { hasUnknownAfter, namesElsewhere } from './elsewhere.ts'
import type { Evidence } from './evidence.ts'
import { fallBack, isAtHome } from './fallbacks.ts'
import { inCountry } from './in-country.ts'

/**
 * Chooses the place of an address, or says why no place fits. Tries the home country first, unless another is stated.
 */
export function decide(search: SearchIndex, evidence: Evidence): Decision {
  const decision = decideAlone(search, evidence)
  if (decision.outcome !== 'chosen') return decision
  return namesElsewhere(search.places, evidence, decision) ? ambiguous : decision
}

function decideAlone(search: SearchIndex, evidence: Evidence): Decision {
  const { country, postcode } = evidence
  if (country !== null && postcode !== null && !mayHavePostcode(country, postcode)) return conflict
  const stated = country ?? postcode?.country ?? null
  if (stated === null) return decideAnywhere(search, evidence)
  const decision = inCountry(search, evidence, (code) => code === stated, true)
  return stated === search.home ? settle(search, evidence, [decision]) : decision
}

function decideAnywhere(search: SearchIndex, evidence: Evidence): Decision {
  const { home } = search
  const atHome = inCountry(search, evidence, (code) => code === home, false)
  if (atHome.outcome === 'ambiguous') return atHome
  const abroad = inCountry(search, evidence, (code) => code !== home, false)
  if (
    atHome.outcome === 'conflict' &&
    !isCity(search, abroad) &&
    !isConfirmedAbroad(search, evidence, abroad)
  )
    return atHome
  if (atHome.outcome === 'chosen') {
    if (hasBigRival(search, atHome, abroad)) return ambiguous
    return hasUnknownAfter(evidence, atHome) ? notFound : atHome
  }
  const namesHome = evidence.found.mentions.some((mention) => isAtHome(search, mention))
  const counts = abroad.outcome === 'chosen' || !namesHome
  return settle(search, evidence, counts ? [abroad, atHome] : [atHome])
}

/** The first decision that is not `not_found`; otherwise falls back to `lastResorts`. */
function settle(search: SearchIndex, evidence: Evidence, decisions: Decision[]): Decision {
  return decisions.find(({ outcome }) => outcome !== 'not_found') ?? fallBack(search, evidence)
}

function mayHavePostcode(country: string, postcode: Postcode): boolean {
  if (fitsCountry(postcode, country)) return true
  return (
    postcode.country === null && !['es', 'fr', 'de', 'it'].includes(country) && postcode.code.length !== 5
  )
}

/** Only a city abroad overrides a conflict at home: "28345 Berge" is a Spanish village with a wrong postcode. */
function isCity({ places }: SearchIndex, decision: Decision): boolean {
  return decision.outcome === 'chosen' && peopleIn(places, decision.place) >= 100_000
}

/** "64000 Pau": a postcode that home cannot have, of a town abroad that has it. */
const isConfirmedAbroad = ({ home }: SearchIndex, { postcode }: Evidence, abroad: Decision): boolean =>
  postcode !== null && !fitsCountry(postcode, home) && abroad.outcome === 'chosen' && abroad.confidence >= 0.9

/** "Porto" alone: a small place at home must not win over a city abroad. */
function hasBigRival({ places }: SearchIndex, atHome: Choice, abroad: Decision): boolean {
  if (abroad.outcome !== 'chosen' || atHome.confidence >= 0.9) return false
  const { place } = abroad
  if (places.country[place] === 'zz' || peopleIn(places, atHome.place) >= 10_000) return false
  return peopleIn(places, place) >= 100_000 && isFarBigger(places, place, atHome.place)
}
