import { fold } from './fold.ts'
import { localNames, localShortNames, quarters } from './place-names.ts'
import { biggestNamed, type PlaceId } from './places.ts'

/** The columns of `Places` while they are filled. */
export type BuiltPlaces = {
  name: string[]
  country: string[]
  area: string[]
  municipality: string[]
  isPart: boolean[]
  population: number[]
  lat: number[]
  lon: number[]
  byName: Map<string, PlaceId | PlaceId[]>
  byShortName: Map<string, PlaceId[]>
}

/** Fills the indexes: names in the data, and names people write. */
export function indexNames(places: BuiltPlaces): void {
  for (let id = 0; id < places.name.length; id++) addNames(places, id)
  for (const [country, names] of Object.entries(localNames)) addLocalNames(places, country, names)
  for (const [city, names] of Object.entries(quarters)) addShortNames(places, city, names)
  for (const [name, short] of Object.entries(localShortNames)) addShortNames(places, name, short)
}

function addNames(places: BuiltPlaces, id: PlaceId): void {
  const name = places.name[id] ?? ''
  const folded = fold(name)
  addName(places, folded, id)
  if (places.country[id] === 'zz') return
  if (name.includes('/')) addEachName(places, name.split('/'), id)
  const bare = folded.replace(/^(?:el|la|los|las|l|els|les|a|o|os|as|sa|es|the|le) /, '')
  if (bare === folded) return
  if (bare.includes(' ')) addName(places, bare, id)
  else addShortName(places, bare, id)
}

/** "Sangüesa/Zangoza" has two names; the first is displayed. */
function addEachName(places: BuiltPlaces, names: string[], id: PlaceId): void {
  for (const name of names) addName(places, fold(name), id)
  places.name[id] = names[0]?.trim() ?? ''
}

function addName(places: BuiltPlaces, name: string, id: PlaceId): void {
  if (name === '') return
  const old = places.byName.get(name)
  if (old === undefined) places.byName.set(name, id)
  else if (typeof old !== 'number') addTo(old, id)
  else if (old !== id) places.byName.set(name, [old, id])
}

function addShortName(places: BuiltPlaces, name: string, id: PlaceId): void {
  const old = places.byShortName.get(name)
  if (old === undefined) places.byShortName.set(name, [id])
  else addTo(old, id)
}

function addLocalNames(places: BuiltPlaces, country: string, names: Record<string, string>): void {
  for (const [dataName, written] of Object.entries(names)) {
    const id = biggestNamed(places, dataName, country)
    if (id === undefined) continue
    const all = written.split('|')
    for (const name of all) addName(places, fold(name), id)
    places.name[id] = all[0] ?? dataName
  }
}

function addShortNames(places: BuiltPlaces, dataName: string, short: string): void {
  const id = biggestNamed(places, dataName, 'es')
  if (id !== undefined) for (const name of short.split('|')) addShortName(places, fold(name), id)
}

function addTo(ids: PlaceId[], id: PlaceId): void {
  if (!ids.includes(id)) ids.push(id)
}
