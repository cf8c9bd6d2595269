import { fold } from './data/fold.ts'
import { idsNamed, type PlaceId, type Places } from './data/places.ts'
import { provinceName, provinceOfPostcode } from './data/provinces.ts'

type Data = { places: Places; home: string }

/** A town of the home country, for examples. `provinceCode` is null outside Spain. */
export type Town = {
  name: string
  lat: number
  lon: number
  countryCode: string
  provinceCode: string | null
}

const maxNames = 2_000

/**
 * Completes the town at the end of an address, after its last comma: "Calle Toledo 5, 28901 Get" → "Calle Toledo 5,
 * 28901 Getafe (Madrid)". Only towns of the home country, the biggest first.
 */
export function suggestTowns({ places, home }: Data, typed: string, most: number): string[] {
  const at = typed.lastIndexOf(',') + 1
  const [, code = '', name = ''] = /^\s*(\d{4,5}\s+)?(.*)$/.exec(typed.slice(at)) ?? []
  const start = fold(name)
  if (start.length < 2) return []
  const province = provinceOfPostcode(code.trim())
  const ids = new Set<PlaceId>()
  for (const found of places.byName.beginningWith(start).slice(0, maxNames))
    for (const id of idsNamed(places, found))
      if (places.country[id] === home && (province === null || places.area[id] === province)) ids.add(id)
  const isWhole = (id: PlaceId) => fold(places.nameOf(id)) === start
  const weight = (id: PlaceId) => (places.isPart[id] ? 0 : 1e9) + (places.population[id] ?? 0)
  const best = [...ids].sort((a, b) => Number(isWhole(b)) - Number(isWhole(a)) || weight(b) - weight(a))
  const head = typed.slice(0, at).trim()
  const texts = best
    .slice(0, 2 * most)
    .map((id) => `${head && `${head} `}${code.trim()} ${townOf(places, id)}`)
  return [...new Set(texts.map((text) => text.replaceAll(/\s+/g, ' ').trim()))].slice(0, most)
}

/** A Spanish town is named with its province, unless that has the name of the town. */
function townOf(places: Places, id: PlaceId): string {
  const name = places.nameOf(id)
  const province = places.country[id] === 'es' ? provinceName(places.area[id] ?? '') : undefined
  return province === undefined || fold(province) === fold(name) ? name : `${name} (${province})`
}

/** The biggest towns of the home country. */
export function biggestTowns({ places, home }: Data, most: number): Town[] {
  const ids = places.country.flatMap((country, id) => (country === home && !places.isPart[id] ? [id] : []))
  const biggest = ids.sort((a, b) => (places.population[b] ?? 0) - (places.population[a] ?? 0)).slice(0, most)
  return biggest.map((id) => ({
    name: places.nameOf(id),
    lat: places.lat[id] ?? 0,
    lon: places.lon[id] ?? 0,
    countryCode: home,
    provinceCode: home === 'es' ? (places.area[id] ?? null) : null,
  }))
}
