import assert from 'node:assert/strict'
import { test } from 'node:test'
import { takeCodes } from './take-codes.ts'

const read = (address: string) => {
  const { found, letters, office } = takeCodes(address, ' ')
  return [found.map(({ code }) => code), [...letters, ...office]]
}

test('a box is not a postcode, and CEDEX is in France', () => {
  for (const [address, codes, countries] of [
    ['31001 Toulouse Cedex 6', ['31001'], ['fr']],
    ['CS 90001, 33063 Bordeaux CEDEX', ['33063'], ['fr']],
    ['TSA 10123 - 35000 Rennes', ['35000'], ['fr']],
    ['B.P. 40 123, 31000 Toulouse', ['31000'], []],
    ['Apartado de correos 50123, 28080 Madrid', ['28080'], []],
    ['Apdo. 12 28080 Madrid', ['28080'], []],
    ['Postfach 12 34 56, 10115 Berlin', ['10115'], []],
    ['PO Box 10001, 1012 JS Amsterdam', ['1012 JS'], []],
    ['Casella postale 45, 20121 Milano', ['20121'], []],
    ['C.P. 123, 20121 Milano', ['20121'], []],
    ['C.P. 28013 Madrid', ['28013'], []],
    ['Cosenza CS 87100', ['87100'], []],
  ] as const)
    assert.deepEqual(read(address), [codes, countries], address)
})

test('letters before a postcode state the country; those of a door or a road do not', () => {
  for (const [address, codes, countries] of [
    ['F-31001 Toulouse', ['31001'], ['fr']],
    ['fr-31001', ['31001'], ['fr']],
    ['D–10115 Berlin', ['10115'], ['de']],
    ['E-28013 Madrid', ['28013'], ['es']],
    ['CH-8001 Zürich', [], ['ch']],
    ['PL-00-950 Warszawa', [], ['pl']],
    ['3º D-28013 Madrid', ['28013'], []],
    ['Calle Mayor 3 B-28013 Madrid', ['28013'], []],
    ['Ctra. A-8058 km 3, Coria', [], []],
    ['N-340 km 12', [], []],
  ] as const)
    assert.deepEqual(read(address), [codes, countries], address)
})
