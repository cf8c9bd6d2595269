import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from './fold.ts'
import { loadPlaces } from './load-places.ts'
import { localNames, localShortNames, quarters } from './place-names.ts'
import { biggestNamed, idsNamed } from './places.ts'
import { postcodeZones } from './postcode-zones.ts'
import { capitalOf } from './provinces.ts'

const places = await loadPlaces('es')

test('every name we add belongs to a place in the data', () => {
  for (const [country, names] of Object.entries(localNames)) {
    for (const [dataName, written] of Object.entries(names)) {
      const id = biggestNamed(places, dataName, country)
      assert.ok(id !== undefined, `${country}: ${dataName}`)
      assert.equal(places.nameOf(id), written.split('|')[0])
      for (const name of written.split('|')) assert.ok(idsNamed(places, fold(name)).includes(id), name)
    }
  }
  for (const name of [...Object.keys(quarters), ...Object.keys(localShortNames)]) {
    assert.ok(biggestNamed(places, name, 'es') !== undefined, name)
  }
})

test('every province has its capital, in the province', () => {
  for (let code = 1; code <= 52; code++) {
    const prefix = String(code).padStart(2, '0')
    const id = biggestNamed(places, capitalOf(prefix) ?? '', 'es')
    assert.equal(id === undefined ? undefined : places.area[id], prefix)
  }
})

test('every postcode zone abroad has its town', () => {
  for (const [country, { centres }] of Object.entries(postcodeZones)) {
    for (const [prefix, name] of Object.entries(centres)) {
      assert.ok(biggestNamed(places, name, country) !== undefined, `${country} ${prefix}: ${name}`)
    }
  }
})
