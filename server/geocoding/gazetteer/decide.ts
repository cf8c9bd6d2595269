import { fitsCountry, type Postcode } from '../postcodes.ts'
import { ambiguous, type Choice, conflict, type Decision, type Evidence } from './decision.ts'
import type { Gazetteer } from './guess.ts'
import { inCountry } from './in-country.ts'
import { isAtHome, lastResorts } from './last-resorts.ts'
import { isFarBigger, peopleIn } from './namesakes.ts'

/** Chooses the place of an address, or says why none fits. Tries the home country first, unless another is stated. */
export function decide(gazetteer: Gazetteer, evidence: Evidence): Decision {
  const { country, postcode } = evidence
  if (country !== null && postcode !== null && !mayHavePostcode(country, postcode)) return conflict
  const stated = country ?? postcode?.country ?? null
  if (stated === null) return decideAnywhere(gazetteer, evidence)
  const decision = inCountry(gazetteer, evidence, (code) => code === stated, true)
  return stated === gazetteer.home ? settle(gazetteer, evidence, [decision]) : decision
}

function decideAnywhere(gazetteer: Gazetteer, evidence: Evidence): Decision {
  const { home } = gazetteer
  const atHome = inCountry(gazetteer, evidence, (code) => code === home, false)
  if (atHome.outcome === 'ambiguous') return atHome
  const abroad = inCountry(gazetteer, evidence, (code) => code !== home, false)
  if (atHome.outcome === 'conflict' && !isCity(gazetteer, abroad)) return atHome
  if (atHome.outcome === 'chosen') return hasBigRival(gazetteer, atHome, abroad) ? ambiguous : atHome
  const namesHome = evidence.found.mentions.some((mention) => isAtHome(gazetteer, mention))
  const counts = abroad.outcome === 'chosen' || !namesHome
  return settle(gazetteer, evidence, counts ? [abroad, atHome] : [atHome])
}

/** The first decision that is not `not_found`; otherwise falls back to `lastResorts`. */
function settle(gazetteer: Gazetteer, evidence: Evidence, decisions: Decision[]): Decision {
  return decisions.find(({ outcome }) => outcome !== 'not_found') ?? lastResorts(gazetteer, evidence)
}

function mayHavePostcode(country: string, postcode: Postcode): boolean {
  if (fitsCountry(postcode, country)) return true
  return (
    postcode.country === null && !['es', 'fr', 'de', 'it'].includes(country) && postcode.code.length !== 5
  )
}

/** Only a city abroad overrides a conflict at home: "28345 Berge" is a Spanish village with a wrong postcode. */
function isCity({ places }: Gazetteer, decision: Decision): boolean {
  return decision.outcome === 'chosen' && peopleIn(places, decision.place) >= 100_000
}

/** "Porto" alone: a small place at home must not win over a city abroad. */
function hasBigRival({ places }: Gazetteer, atHome: Choice, abroad: Decision): boolean {
  if (abroad.outcome !== 'chosen' || atHome.confidence >= 0.9) return false
  const { place } = abroad
  if (places.country[place] === 'zz' || peopleIn(places, atHome.place) >= 10_000) return false
  return peopleIn(places, place) >= 100_000 && isFarBigger(places, place, atHome.place)
}
