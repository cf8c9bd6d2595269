import { isCapitalsAlone } from './data/capital-postcodes.ts'
import { fold } from './data/fold.ts'
import { biggestNamed, idsNamed, type PlaceId, type Places } from './data/places.ts'
import { idsOfRow } from './data/postal-names.ts'
import { capitalOf, provinceName, provinceOfPostcode } from './data/provinces.ts'
import type { PostcodePoint } from './resolve/evidence.ts'

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

/** A completed address. Where a postcode was left out, `alsoLocated` is the text with it, which must be located too. */
export type Completion = { text: string; alsoLocated: string | null }

/** A postcode in the typed text. `points`: its postal rows, if there are any. */
export type TypedPostcode = { code: string; points: readonly PostcodePoint[] }

/**
 * Completes the town at the end of an address, after its last comma: "Calle Toledo 5, Get" → "Calle Toledo 5, Getafe
 * (Madrid)". Only towns of the home country, the biggest first.
 *
 * With a postcode only towns that may have it. It stays before a town that surely has it ("28013 Mad"), and is left out
 * before one that may have another ("28901 Get" without postal rows).
 */
export function suggestTowns(
  data: Data,
  { typed, postcode }: { typed: string; postcode: TypedPostcode | null },
  most: number,
): Completion[] {
  const { places } = data
  const at = typed.lastIndexOf(',') + 1
  const [, code = '', name = ''] = /^\s*(?:(\d{4,5}|\d{4}-\d{3})(?=\s|$))?(.*)$/su.exec(typed.slice(at)) ?? []
  if (code !== '' && !isWhole(code, postcode, data.home)) return []
  const start = fold(name)
  const capital = postcode && capitalOfPostcode(data, postcode)
  const ids = start === '' && code !== '' && capital !== null ? [capital] : townsBeginning(data, start)
  const head = typed.slice(0, at).trim()
  const completions = ids.flatMap((id) => {
    const knowledge = postcode === null ? 'unknown' : whetherHas(data, postcode, { id, capital })
    // A postcode before the comma cannot be left out.
    if (knowledge === 'no' || (knowledge === 'unknown' && postcode !== null && code === '')) return []
    const textOf = (written: string) => joined(head, written, townOf(places, id))
    const isLeftOut = code !== '' && knowledge === 'unknown'
    return [{ text: textOf(isLeftOut ? '' : code), alsoLocated: isLeftOut ? textOf(code) : null }]
  })
  return [...new Map(completions.map((each) => [each.text, each])).values()].slice(0, most)
}

const joined = (...parts: string[]): string => parts.join(' ').replaceAll(/\s+/g, ' ').trim()

/** Where four figures are a whole postcode, which `takeCodes` does not look for: they may be the number of a house. */
const fourFigures = /^(?:be|at|ch|lu)$/

const isWhole = (code: string, postcode: TypedPostcode | null, home: string): boolean =>
  code === postcode?.code || (code.length === 4 && fourFigures.test(home))

/** The towns whose name begins so, those with just this name first, then the biggest. */
function townsBeginning({ places, home }: Data, start: string): PlaceId[] {
  if (start.length < 2) return []
  const ids = new Set<PlaceId>()
  for (const found of places.byName.beginningWith(start).slice(0, maxNames))
    for (const id of idsNamed(places, found)) if (places.country[id] === home) ids.add(id)
  const hasName = (id: PlaceId) => fold(places.nameOf(id)) === start
  const weight = (id: PlaceId) => (places.isPart[id] ? 0 : 1e9) + (places.population[id] ?? 0)
  return [...ids].sort((a, b) => Number(hasName(b)) - Number(hasName(a)) || weight(b) - weight(a))
}

/** The capital that surely has a postcode without rows; null if it is not known whose it is. */
function capitalOfPostcode({ places, home }: Data, { code, points }: TypedPostcode): PlaceId | null {
  if (home !== 'es' || points.length > 0 || !isCapitalsAlone(code)) return null
  return biggestNamed(places, capitalOf(code.slice(0, 2)) ?? '', 'es') ?? null
}

function whetherHas(
  { places, home }: Data,
  { code, points }: TypedPostcode,
  { id, capital }: { id: PlaceId; capital: PlaceId | null },
): 'yes' | 'no' | 'unknown' {
  if (points.length > 0)
    return points.some(({ place }) => idsOfRow({ places, country: home }, place).has(id)) ? 'yes' : 'no'
  if (capital !== null) return id === capital ? 'yes' : 'no'
  return home === 'es' && places.area[id] !== provinceOfPostcode(code) ? 'no' : 'unknown'
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
