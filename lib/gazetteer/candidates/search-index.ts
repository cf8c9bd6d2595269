import { loadPlaces } from '../data/load-places.ts'
import type { Places } from '../data/places.ts'
import { createSpeller, type Speller } from './spelling.ts'

/** Where names are looked up. `home`: the country where shortened and mistyped names are accepted. */
export type SearchIndex = { places: Places; spell: Speller; home: string }

export async function loadSearchIndex(home: string): Promise<SearchIndex> {
  const places = await loadPlaces(home)
  return { places, spell: createSpeller(places.homeNames), home }
}
