import { fold } from './fold.ts'
import { localNames, localShortNames, quarters } from './place-names.ts'
import { biggestNamed, type PlaceId, type Places } from './places.ts'

/** Fills the indexes: names in the data, names people write, and the sorted names of the home country. */
export function indexNames(places: Places, home: string): void {
  for (let id = 0; id < places.name.length; id++) addNames(places, id)
  for (const [country, names] of Object.entries(localNames)) addLocalNames(places, country, names)
  for (const [city, names] of Object.entries(quarters)) addShortNames(places, city, names)
  for (const [name, short] of Object.entries(localShortNames)) addShortNames(places, name, short)
  places.homeNames = homeNames(places, home)
}

function addNames(places: Places, id: PlaceId): void {
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
function addEachName(places: Places, names: string[], id: PlaceId): void {
  for (const name of names) addName(places, fold(name), id)
  places.name[id] = names[0]?.trim() ?? ''
}

function addName(places: Places, name: string, id: PlaceId): void {
  if (name === '') return
  const old = places.byName.get(name)
  if (old === undefined) places.byName.set(name, id)
  else if (typeof old !== 'number') addTo(old, id)
  else if (old !== id) places.byName.set(name, [old, id])
}

function addShortName(places: Places, name: string, id: PlaceId): void {
  const old = places.byShortName.get(name)
  if (old === undefined) places.byShortName.set(name, [id])
  else addTo(old, id)
}

function addLocalNames(places: Places, country: string, names: Record<string, string>): void {
  for (const [dataName, written] of Object.entries(names)) {
    const id = biggestNamed(places, dataName, country)
    if (id === undefined) continue
    const all = written.split('|')
    for (const name of all) addName(places, fold(name), id)
    places.name[id] = all[0] ?? dataName
  }
}

function addShortNames(places: Places, dataName: string, short: string): void {
  const id = biggestNamed(places, dataName, 'es')
  if (id !== undefined) for (const name of short.split('|')) addShortName(places, fold(name), id)
}

function homeNames(places: Places, home: string): string[] {
  const names: string[] = []
  for (const [name, found] of places.byName) {
    const ids = typeof found === 'number' ? [found] : found
    if (ids.some((id) => places.country[id] === home)) names.push(name)
  }
  return names.sort()
}

function addTo(ids: PlaceId[], id: PlaceId): void {
  if (!ids.includes(id)) ids.push(id)
}
