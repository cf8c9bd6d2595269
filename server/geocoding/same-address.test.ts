import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AddressedPoint, isSameAddress } from './same-address.ts'

const end = (address: string, more: Partial<AddressedPoint> = {}): AddressedPoint => ({
  address,
  lat: 40.4168,
  lon: -3.7038,
  precision: 'locality',
  ...more,
})

const same: [string, string][] = [
  ['Calle de Alcalá 20, 28014 Madrid', 'Calle de Alcalá 20, 28014 Madrid'],
  ['Calle de Alcalá 20, 28014 Madrid', 'CALLE DE ALCALA  20 - 28014, MADRID.'],
  ['Calle de Alcala\u0301 20, Madrid', 'Calle de Alcal\u00e1 20\nMadrid'],
  ['Plaza Mayor s/n, 37001 Salamanca', 'plaza mayor S/N. 37001 Salamanca'],
  ['улица Ленина 5, Madrid', 'УЛИЦА ЛЕНИНА, 5 Madrid'],
]
for (const [a, b] of same) {
  test(`one door: "${a}" and "${b}"`, () => {
    assert.equal(isSameAddress(end(a), end(b)), true)
  })
}

const different: [string, string][] = [
  ['Calle de Alcalá 20, Madrid', 'Calle de Alcalá 22, Madrid'],
  ['Calle de Alcalá 20, Madrid', 'Calle Mayor 20, Madrid'],
  ['Calle 1-0, Madrid', 'Calle 10, Madrid'],
  // Non-Latin letters must not be ignored: these are two different streets.
  ['улица Ленина 5, Madrid', 'улица Мира 5, Madrid'],
  // Neither text names a door: these can be two different homes in one town.
  ['Madrid', 'Madrid'],
  ['28013 Madrid', '28013 Madrid'],
  ['Calle Mayor, 28013 Madrid', 'Calle Mayor, 28013 Madrid'],
  ['1100-053 Lisboa', '1100-053 Lisboa'],
]
for (const [a, b] of different) {
  test(`not one door: "${a}" and "${b}"`, () => {
    assert.equal(isSameAddress(end(a), end(b)), false)
  })
}

test('one house number in two spellings is one address; one street is not', () => {
  const [a, b] = ['C/ Alcalá 20, 3º B, Madrid', 'Calle de Alcalá 20, Madrid'] as const
  assert.equal(isSameAddress(end(a, { precision: 'house' }), end(b, { precision: 'house' })), true)
  assert.equal(isSameAddress(end(a, { precision: 'street' }), end(b, { precision: 'street' })), false)
  assert.equal(isSameAddress(end(a, { precision: 'house' }), end(b, { precision: 'street' })), false)
})

test('equal texts at two places are two addresses', () => {
  const address = 'Calle Mayor 1, Villanueva'
  assert.equal(isSameAddress(end(address), end(address, { lat: 41 })), false)
})
