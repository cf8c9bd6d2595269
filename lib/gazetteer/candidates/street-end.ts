import { biggestNamed, idsNamed, type PlaceId, type Places } from '../data/places.ts'
import { connectors } from '../parse/street-words.ts'

/** Minimum population: names of smaller towns are often surnames or saints: "Calle García Lorca" is not in Lorca. */
const minPeople = 300_000
/** Sites named after their town: "Ayuntamiento de Getafe", "Aeropuerto de Málaga". */
const sites = new Set(['aeropuerto', 'aeroport', 'airport', 'catedral', 'ayuntamiento'])

/** Finds the town in "Paseo del Prado Madrid", where neither a comma nor a number separates it from the street. */
export function townAtStreetEnd(places: Places, street: string[], home: string): PlaceId | null {
  if (sites.has(street[0] ?? '')) return townOfSite(places, street, home)
  for (let from = 2; from < street.length; from++) {
    if (connectors.has(street[from - 1] ?? '')) continue
    const id = biggestNamed(places, street.slice(from).join(' '), home)
    if (id === undefined) continue
    const isCity = (places.population[id] ?? 0) >= minPeople
    return isCity && !hasTownBefore(places, street.slice(2, from), id) ? id : null
  }
  return null
}

/** "Calle Mayor Marbella Málaga": the town before its province. */
function hasTownBefore(places: Places, words: string[], city: PlaceId): boolean {
  return words.some((_, from) =>
    idsNamed(places, words.slice(from).join(' ')).some((id) => places.area[id] === places.area[city]),
  )
}

function townOfSite(places: Places, street: string[], home: string): PlaceId | null {
  const name = street.slice(connectors.has(street[1] ?? '') ? 2 : 1).join(' ')
  const id = biggestNamed(places, name, home)
  return id !== undefined && (places.population[id] ?? 0) >= 50_000 ? id : null
}
