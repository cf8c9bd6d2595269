import { longerNamesakes, peopleIn, theOneMeant } from './namesakes.ts'
import { idsNamed, type PlaceId, type Places } from './places.ts'
import type { Speller } from './similar.ts'

export type Gazetteer = { places: Places; spell: Speller; home: string }

/** A name that is not in the data as it is written: `ambiguous` when it may be several places. */
export type Guess = { place: PlaceId; confidence: number } | 'ambiguous' | null

/** Fewest people for a guess nothing else confirms: a missing village is likelier than a mistyped or shortened one. */
const leastMistyped = 5_000
const leastShortened = 50_000

/** @param areas the provinces the address allows, or null when it says nothing of one. */
export function guessName(gazetteer: Gazetteer, name: string, areas: readonly string[] | null): Guess {
  return shortened(gazetteer, name, areas) ?? mistyped(gazetteer, name, areas)
}

/** "Alcalá" in Madrid is Alcalá de Henares; "Jerez" alone is the big one; "Villanueva" alone is nobody. */
export function shortened({ places, home }: Gazetteer, name: string, areas: readonly string[] | null): Guess {
  const longer = longerNamesakes(places, name, home)
  const short = places.byShortName.get(name) ?? []
  const ids = allowed(places, [...longer, ...short], areas)
  if (ids.length === 0) return null
  const place = theOneMeant(places, ids)
  if (place === null) return 'ambiguous'
  if (areas === null && (longer.length >= 5 || short.includes(place) || peopleIn(places, place) < leastShortened)) return 'ambiguous'
  return { place, confidence: areas === null ? 0.5 : 0.7 }
}

function mistyped({ places, home, spell }: Gazetteer, name: string, areas: readonly string[] | null): Guess {
  const near = spell(name).flatMap((other) => idsNamed(places, other))
  const ids = allowed(places, near.filter((id) => places.country[id] === home), areas)
  if (ids.length === 0) return null
  const place = theOneMeant(places, ids)
  if (place === null) return areas === null ? null : 'ambiguous'
  if (areas === null && peopleIn(places, place) < leastMistyped) return null
  return { place, confidence: areas === null ? 0.4 : 0.6 }
}

function allowed(places: Places, ids: readonly PlaceId[], areas: readonly string[] | null): PlaceId[] {
  return [...new Set(ids)].filter((id) => areas === null || areas.includes(places.area[id] ?? ''))
}

