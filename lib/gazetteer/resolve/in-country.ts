import { expandShortName } from '../candidates/fuzzy-match.ts'
import type { Mention } from '../candidates/mentions.ts'
import { peopleIn } from '../candidates/namesakes.ts'
import type { SearchIndex } from '../candidates/search-index.ts'
import type { PlaceId, Places } from '../data/places.ts'
import { provinceOfPostcode } from '../data/provinces.ts'
import type { Postcode } from '../parse/postcodes.ts'
import { hasPlaces, isCompatible } from './compatibility.ts'
import { mayBeCountry, whyUnsure } from './confidence.ts'
import { ambiguous, type Choice, chosen, type Decision, notFound } from './decision.ts'
import type { Evidence, ScopedEvidence } from './evidence.ts'
import { decideCapital } from './province-capital.ts'
import { type Reading, readNames } from './readings.ts'

/** Whether the places of a country are considered. */
export type Scope = (country: string) => boolean

/** Decides from the names of an address within the countries in scope. `isStated`: the address names the country. */
export function inCountry(
  search: SearchIndex,
  evidence: Evidence,
  scope: Scope,
  isStated: boolean,
): Decision {
  const scoped = limitTo(search, evidence, scope)
  const read = readNames(scoped)
  if (read === null) return notFound
  if (typeof read === 'string') return completed(search, scoped) ?? { outcome: read }
  const isInArea = evidence.area !== null && read.mention.kind === 'whole'
  const reading = { ...read, isConfirmed: read.isConfirmed || isInArea }
  // "San Miguelde Salinas": unknown words beside the name of a village may belong to the name of another village.
  if (
    reading.mention.kind === 'beside' &&
    peopleIn(scoped.places, reading.place) < minBeside(search, reading, isStated)
  )
    return notFound
  if (mayBeCountry(search.places, evidence.found, reading)) return ambiguous
  const doubt = reading.isConfirmed ? null : whyUnsure(search, reading, isStated)
  return doubt ?? decideCapital(search, scoped, reading)
}

/**
 * Minimum population. A postcode alone does not confirm a name abroad: four countries share its digits, and zones are
 * wide.
 */
function minBeside({ places, home }: SearchIndex, { place }: Reading, isStated: boolean): number {
  if (places.country[place] === home) return 20_000
  return isStated && !places.isPart[place] ? 20_000 : 100_000
}

/** Leaves out the places of other countries and areas; their names become unknown names. */
function limitTo(
  { places }: SearchIndex,
  { found, postcode, points, area }: Evidence,
  scope: Scope,
): ScopedEvidence {
  const isInScope = (id: PlaceId) =>
    scope(places.country[id] ?? '') && (area === null || places.area[id] === area)
  const scoped = found.mentions.map((mention) => ({
    ...mention,
    places: withoutFar(places, mention.places.filter(isInScope)),
    provinces: scope('es') ? mention.provinces : null,
  }))
  const foreign = found.mentions.filter((_, i) => !isHere(scoped[i] as Mention))
  // "Cañete a Real": both words are names, but one name is out of scope, so the other has an unknown word beside it.
  for (const mention of scoped) {
    if (mention.kind === 'whole' && foreign.some(({ part }) => part === mention.part)) mention.kind = 'beside'
  }
  const unknowns = [
    ...found.unknowns,
    // A name with a house number is a street and not an unknown place.
    ...foreign
      .filter(({ kind }) => kind !== 'numbered')
      .map((mention) => ({ ...mention, words: mention.name.split(' ') })),
  ]
  return { places, mentions: scoped.filter(isHere), unknowns, postcode, points }
}

function isHere(mention: Mention): boolean {
  return hasPlaces(mention) || mention.provinces !== null
}

/** Drops places in countries not served if a served country has a city of that name: "Florencia" is in Italy. */
function withoutFar(places: Places, ids: PlaceId[]): PlaceId[] {
  const near = ids.filter((id) => places.country[id] !== 'zz')
  return near.some((id) => peopleIn(places, id) >= 100_000) ? near : ids
}

/**
 * "Pozuelo, Madrid": the place Pozuelo is in another province, but Madrid has a Pozuelo de Alarcón. All other names
 * must fit: "campo León Porto" names Porto too.
 */
function completed(search: SearchIndex, { places, mentions, postcode }: ScopedEvidence): Choice | null {
  for (const mention of mentions.filter(({ kind, provinces }) => kind === 'whole' && provinces === null)) {
    const others = mentions.filter((other) => other !== mention && other.kind === 'whole')
    const areas = areasOf(others, postcode)
    const guess = areas && expandShortName(search, mention.name, areas)
    if (!guess || guess === 'ambiguous') continue
    if (others.every((other) => isCompatible(places, other, guess.place))) return chosen(guess)
  }
  return null
}

/** Province codes that every part of the address allows; null when no part names a province. */
export function areasOf(mentions: readonly Mention[], postcode: Postcode | null): string[] | null {
  let areas: string[] | null = null
  const named = mentions.flatMap(({ provinces }) => (provinces ? [provinces] : []))
  const prefix = postcode && provinceOfPostcode(postcode.code)
  for (const codes of prefix ? [...named, [prefix]] : named) {
    areas = areas === null ? [...codes] : areas.filter((code) => codes.includes(code))
  }
  return areas
}
