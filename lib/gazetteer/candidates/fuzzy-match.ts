import { idsNamed, type PlaceId, type Places } from '../data/places.ts'
import { changingWords } from '../parse/street-words.ts'
import { dominantPlace, longerNamesakes, peopleIn } from './namesakes.ts'
import type { SearchIndex } from './search-index.ts'
import { editDistance } from './spelling.ts'

/** The match for a name that is not in the data as written: `ambiguous` when several places match. */
export type FuzzyMatch = { place: PlaceId; confidence: number } | 'ambiguous' | null

/** Minimum population of an unconfirmed guess: below it, a village missing from the data is more likely. */
const minShortened = 50_000

/** @param areas province codes that the address allows; null when the address names no province. */
export function fuzzyMatch(search: SearchIndex, name: string, areas: readonly string[] | null): FuzzyMatch {
  return expandShortName(search, name, areas) ?? correctSpelling(search, name, areas)
}

/** Expands a shortened name: "Alcalá" in Madrid is Alcalá de Henares, "Jerez" alone is the biggest Jerez. */
export function expandShortName(
  { places, home }: SearchIndex,
  name: string,
  areas: readonly string[] | null,
): FuzzyMatch {
  // "1 Puerta Nueva": half of a name, and not short for Nueva Andalucía.
  if (changingWords.has(name)) return null
  const longer = longerNamesakes(places, name, home)
  const short = places.byShortName.get(name) ?? []
  const bare = areas === null ? [] : withoutArticle(places, name)
  const ids = allowed(places, [...longer, ...short, ...bare], areas).filter(
    (id) => places.country[id] === home,
  )
  if (ids.length === 0) return null
  const place = dominantPlace(places, ids)
  if (place === null) return 'ambiguous'
  if (
    areas === null &&
    (longer.length >= 5 || short.includes(place) || peopleIn(places, place) < minShortened)
  )
    return 'ambiguous'
  return { place, confidence: areas === null ? 0.5 : 0.7 }
}

/** "Las Delicias" in Zaragoza is Delicias. Used only with a known province, because bare names are too common. */
function withoutArticle(places: Places, name: string): readonly PlaceId[] {
  const bare = name.replace(/^(?:el|la|los|las|l|els|les|es|sa|a|o|as|os) /, '')
  return bare === name ? [] : idsNamed(places, bare)
}

function correctSpelling(
  { places, home, spell }: SearchIndex,
  name: string,
  areas: readonly string[] | null,
): FuzzyMatch {
  const near = spell(name)
  const atHome = near.flatMap((other) => idsNamed(places, other)).filter((id) => places.country[id] === home)
  const ids = allowed(places, atHome, areas)
  if (ids.length === 0) return null
  const place = dominantPlace(places, ids)
  if (place === null) return areas === null ? null : 'ambiguous'
  if (areas === null && (places.isPart[place] || peopleIn(places, place) < minMistyped(near, name)))
    return null
  return { place, confidence: areas === null ? 0.4 : 0.6 }
}

/** Minimum population for a typing error: short names and two errors match too many places. */
function minMistyped([near = '']: readonly string[], name: string): number {
  return name.length >= 7 && editDistance(near, name) === 1 ? 20_000 : 100_000
}

function allowed(places: Places, ids: readonly PlaceId[], areas: readonly string[] | null): PlaceId[] {
  return [...new Set(ids)].filter((id) => areas === null || areas.includes(places.area[id] ?? ''))
}
