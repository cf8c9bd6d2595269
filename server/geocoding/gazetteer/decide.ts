import type { Refusal } from '../geocoder.ts'
import { fitsCountry, type Postcode } from '../postcodes.ts'
import { capitalOf, isCapitalPostcode, provinceOfPostcode } from '../provinces.ts'
import type { PostcodePoint } from '../store.ts'
import { type Gazetteer, type Guess, guessName, shortened } from './guess.ts'
import type { Found, Mention } from './mentions.ts'
import { isCommonStart, isFarBigger, peopleIn } from './namesakes.ts'
import { biggestNamed, idsNamed, type PlaceId } from './places.ts'
import { type Case, hasPlaces, type Reading, readNames } from './readings.ts'
import { townAtStreetEnd } from './street-end.ts'

export type Evidence = {
  found: Found
  postcode: Postcode | null
  /** What the imported postal rows say of the postcode. */
  points: readonly PostcodePoint[]
  /** The country the address states. */
  country: string | null
}

/** `isSeat`: the name is also its province's and the postcode is not the capital's, so the place may be any in it. */
export type Choice = { outcome: 'chosen'; place: PlaceId; confidence: number; isSeat: boolean }
export type Decision = Choice | Refusal

const notFound: Refusal = { outcome: 'not_found' }
const ambiguous: Refusal = { outcome: 'ambiguous' }
const conflict: Refusal = { outcome: 'conflict' }

/** Which place an address means, or why none can be said. The home country is asked first, unless another is stated. */
export function decide(gazetteer: Gazetteer, evidence: Evidence): Decision {
  const { country, postcode } = evidence
  if (country !== null && postcode !== null && !mayHavePostcode(country, postcode)) return conflict
  const stated = country ?? postcode?.country ?? null
  if (stated !== null && stated !== gazetteer.home) return inCountry(gazetteer, evidence, (code) => code === stated, true)
  const atHome = inCountry(gazetteer, evidence, (code) => code === gazetteer.home, stated !== null)
  if (stated !== null) return settle(gazetteer, evidence, [atHome])
  if (atHome.outcome === 'ambiguous') return atHome
  const abroad = inCountry(gazetteer, evidence, (code) => code !== gazetteer.home, false)
  if (atHome.outcome === 'chosen') return hasBigRival(gazetteer, atHome, abroad) ? ambiguous : atHome
  return settle(gazetteer, evidence, [abroad, atHome])
}

/** What names alone decided, else what can be guessed from a name misspelt, a postcode or a street's end. */
function settle(gazetteer: Gazetteer, evidence: Evidence, decisions: Decision[]): Decision {
  const firm = decisions.find(({ outcome }) => outcome !== 'not_found')
  if (firm) return firm
  return guessUnknowns(gazetteer, evidence) ?? fromPostcode(gazetteer, evidence) ?? fromStreetEnd(gazetteer, evidence)
}

function mayHavePostcode(country: string, postcode: Postcode): boolean {
  if (fitsCountry(postcode, country)) return true
  return postcode.country === null && !['es', 'fr', 'de', 'it'].includes(country) && postcode.code.length !== 5
}

type Scope = (country: string) => boolean

function inCountry(gazetteer: Gazetteer, evidence: Evidence, scope: Scope, isStated: boolean): Decision {
  const problem = caseOf(gazetteer, evidence, scope)
  const reading = readNames(problem)
  if (reading === null) return notFound
  if (typeof reading === 'string') return completed(gazetteer, problem) ?? { outcome: reading }
  const doubt = reading.isConfirmed ? null : doubtOf(gazetteer, reading, isStated)
  return doubt ?? seatOf(gazetteer, problem, reading)
}

function caseOf({ places }: Gazetteer, { found, postcode, points }: Evidence, scope: Scope): Case {
  const scoped = found.mentions.map((mention) => ({
    ...mention,
    places: mention.places.filter((id) => scope(places.country[id] ?? '')),
    provinces: scope('es') ? mention.provinces : null,
  }))
  const isHere = (mention: Mention) => hasPlaces(mention) || mention.provinces !== null
  const foreign = found.mentions.filter((_, i) => !isHere(scoped[i] as Mention))
  const unknowns = [...found.unknowns, ...foreign.map((mention) => ({ ...mention, words: mention.name.split(' ') }))]
  return { places, mentions: scoped.filter(isHere), unknowns, postcode, points }
}

/** "Pozuelo, Madrid": where there is a Pozuelo elsewhere, and in Madrid a Pozuelo de Alarcón. */
function completed(gazetteer: Gazetteer, { mentions, postcode }: Case): Choice | null {
  for (const mention of mentions.filter(({ kind, provinces }) => kind === 'whole' && provinces === null)) {
    const areas = areasOf(mentions.filter((other) => other !== mention), postcode)
    const guess = areas && shortened(gazetteer, mention.name, areas)
    if (guess && guess !== 'ambiguous') return chosen(guess)
  }
  return null
}

/** Why a name nothing confirms is not enough. */
function doubtOf({ places, home }: Gazetteer, { place, mention }: Reading, isStated: boolean): Refusal | null {
  const people = peopleIn(places, place)
  if (places.country[place] === 'zz') return notFound
  if (mention.kind === 'numbered') return ambiguous
  if (mention.kind === 'beside' && (people < 20_000 || (places.country[place] !== home && !isStated))) return notFound
  if (places.country[place] !== home && !isStated && people < 10_000) return notFound
  if (places.isPart[place] && people < 20_000) return ambiguous
  if (mention.provinces !== null && !mention.provinces.includes(places.area[place] ?? '')) return ambiguous
  if (people < 20_000 && saintsName.test(mention.name)) return ambiguous
  return isCommonStart(places, mention.name, place) ? ambiguous : null
}

/** Every second parish, quarter and street is called so: a small town of that name is not meant by it alone. */
const saintsName = /^(?:san|sant|santa|santo|sao) \w+$/

/**
 * A city that lends its province its name, beside a name we do not know: the unknown may be a village of that
 * province, so the city is not given for it.
 */
function seatOf(gazetteer: Gazetteer, problem: Case, { place, mention, isConfirmed }: Reading): Decision {
  const { places } = gazetteer
  const { postcode, unknowns } = problem
  const isSeat = mention.provinces?.includes(places.area[place] ?? '') ?? false
  const isCapitals = postcode !== null && isCapitalPostcode(postcode.code)
  const sure: Choice = { outcome: 'chosen', place, confidence: isConfirmed ? 0.9 : 0.75, isSeat: false }
  if (!isSeat || isCapitals) return sure
  const before = unknowns.filter(({ part, followsPostcode }) => (postcode ? followsPostcode : part < mention.part))
  for (const unknown of before) {
    const guess = guessName(gazetteer, unknown.words.join(' '), mention.provinces)
    if (guess !== null) return guess === 'ambiguous' ? ambiguous : chosen(guess)
    // "Paris, Madrid": a city abroad is no quarter.
    if (idsNamed(places, unknown.words.join(' ')).some((id) => peopleIn(places, id) >= 100_000)) return ambiguous
  }
  if (before.length === 0) return { ...sure, isSeat: postcode !== null, confidence: postcode ? 0.5 : sure.confidence }
  const isMetropolis = peopleIn(places, place) >= 500_000
  return isMetropolis && postcode === null ? { ...sure, confidence: 0.5 } : notFound
}

/** "Porto" alone: a hamlet at home must not stand for a city abroad. */
function hasBigRival({ places }: Gazetteer, atHome: Choice, abroad: Decision): boolean {
  if (abroad.outcome !== 'chosen' || atHome.confidence >= 0.9) return false
  const { place } = abroad
  if (places.country[place] === 'zz' || peopleIn(places, atHome.place) >= 10_000) return false
  return peopleIn(places, place) >= 100_000 && isFarBigger(places, place, atHome.place)
}

function guessUnknowns(gazetteer: Gazetteer, { found, postcode }: Evidence): Decision | null {
  const areas = areasOf(found.mentions, postcode)
  if (areas?.length === 0) return conflict
  const named = found.mentions.filter((mention) => hasPlaces(mention) && mention.kind === 'whole')
  for (const { name } of named) {
    const guess = shortened(gazetteer, name, areas)
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

/** The provinces every part of the address allows, or null when no part says. */
function areasOf(mentions: readonly Mention[], postcode: Postcode | null): string[] | null {
  let areas: string[] | null = null
  const named = mentions.flatMap(({ provinces }) => (provinces ? [provinces] : []))
  const prefix = postcode && provinceOfPostcode(postcode.code)
  for (const codes of prefix ? [...named, [prefix]] : named) {
    areas = areas === null ? [...codes] : areas.filter((code) => codes.includes(code))
  }
  return areas
}

/** "Calle Mayor 10, 28013": a postcode with a third digit 0 is the capital's, when nothing else is said. */
function fromPostcode({ places, home }: Gazetteer, { found, postcode }: Evidence): Decision | null {
  if (home !== 'es' || postcode === null || !isCapitalPostcode(postcode.code) || found.isForeign) return null
  if (found.unknowns.some(({ followsPostcode }) => followsPostcode)) return notFound
  const capital = biggestNamed(places, capitalOf(postcode.code.slice(0, 2)) ?? '', home)
  return capital === undefined ? null : { outcome: 'chosen', place: capital, confidence: 0.4, isSeat: false }
}

function fromStreetEnd({ places, home }: Gazetteer, { found, postcode }: Evidence): Decision {
  if (found.unknowns.length > 0 || found.mentions.length > 0 || postcode !== null) return notFound
  for (const street of found.streets) {
    const place = townAtStreetEnd(places, street, home)
    if (place !== null) return { outcome: 'chosen', place, confidence: 0.4, isSeat: false }
  }
  return notFound
}

function chosen(guess: Exclude<Guess, 'ambiguous' | null>): Choice {
  return { outcome: 'chosen', place: guess.place, confidence: guess.confidence, isSeat: false }
}
