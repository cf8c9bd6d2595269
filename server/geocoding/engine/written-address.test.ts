import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findStreet, isHouseNumber, namesPlace, partsOfPlaces, readWritten } from './written-address.ts'

type Row = [address: string, street: string, towns: string[], houseNumbers: string[] | null]

/** What an engine calls the street and its town, and the numbers beside it in the address; null: another street. */
const streets: Row[] = [
  ['Calle Mayor 10, 28013 Madrid', 'Calle Mayor', ['Madrid'], ['10']],
  ['C/ Mayor, 10, 28013 Madrid', 'Calle Mayor', ['Madrid'], ['10']],
  ['Mayor 10 B, Madrid', 'Calle Mayor', ['Madrid'], ['10', '10b']],
  ['Calle Mayor 10 3º B, Madrid', 'Calle Mayor', ['Madrid'], ['10']],
  ['Calle Mayor s/n, Madrid', 'Calle Mayor', ['Madrid'], []],
  ['Calle Mayor, Madrid', 'Calle Mayor', ['Madrid'], []],
  ['calle mayor 10 getafe', 'Calle Mayor', ['Getafe'], ['10']],
  ['calle mayor getafe', 'Calle Mayor', ['Getafe'], []],
  ['C/Alcalá, 45. 28014 - MADRID', 'Calle de Alcalá', ['Madrid'], ['45']],
  ['Carrer Mayor 3, Lleida', 'Carrer Major', ['Lleida'], ['3']],
  ['Plaza de España 2, Palma', "Plaça d'Espanya", ['Palma'], ['2']],
  ['Gran Vía 32, 3º B, Madrid', 'Gran Vía', ['Madrid'], ['32']],
  ['Calle Paz 4, Valencia', 'Carrer de la Pau / Calle de la Paz', ['València'], ['4']],
  ['Muebles Sol, Calle Mayor 5, Getafe', 'Calle Mayor', ['Getafe'], ['5']],
  ['C/ Dr. Esquerdo 10, Madrid', 'Calle del Doctor Esquerdo', ['Madrid'], ['10']],
  ['Avda. Gral. Ricardos 4. Madrid', 'Calle del General Ricardos', ['Madrid'], ['4']],
  ['10 Downing Street, London', 'Downing Street', ['London'], ['10']],
  ['Rua Augusta 5, Lisboa', 'Rua Augusta', ['Lisboa'], ['5']],
  ['Calle Alcalá Galiano 5, Madrid', 'Calle de Alcalá', ['Madrid'], null],
  ['Calle de Alcalá 5, Madrid', 'Calle de Alcalá Galiano', ['Madrid'], null],
  ['Calle de Alcalá 5, Madrid', 'Calle de Alcántara', ['Madrid'], null],
  ['Calle Sol 5, Madrid', 'Calle del Sal', ['Madrid'], null],
  ['Madrid', 'Calle Mayor', ['Madrid'], null],
]
for (const [address, street, towns, expected] of streets)
  test(`"${address}" ${expected ? `is in ${street}, ${expected.join(' or ') || 'without a number'}` : `is not in ${street}`}`, () => {
    assert.deepEqual(findStreet(readWritten(address), street, towns)?.houseNumbers ?? null, expected)
  })

test('the number of an engine is compared with its letter, and a range with each end', () => {
  const known = (number: string | null, written: string[]) => isHouseNumber(number, written)
  assert.ok(known('10', ['10']) && known('10 B', ['10', '10b']) && known('10-12', ['12']))
  assert.ok(!known('10B', ['10']) && !known('1', ['10']) && !known(null, ['10']) && !known('10', []))
})

type Place = [address: string, towns: string[], postcode: string | null, isNamed: boolean]

/** What the address must say for a result in a town with a postcode. */
const places: Place[] = [
  ['Calle Mayor 10, 28013 Madrid', ['Madrid'], '28013', true],
  ['Calle Mayor 10, 28013', ['Madrid'], '28013', true],
  ['Calle Mayor 10, 28013 Madrid', ['Madrid'], '28050', false],
  ['Calle Mayor 10, Madrid', ['Madrid'], '28050', true],
  ['Calle Mayor 10, 28901 Getafe', ['Leganés'], null, false],
  ['Calle Mayor 10, Getafe', ['Madrid'], null, false],
  ['Calle Mayor 10, Lérida', ['Lleida'], null, true],
  ['Calle Mayor 10, San Sebastián', ['Donostia/San Sebastián'], null, true],
  ['Calle Mayor 10, A Coruña', ['Coruña, A'], null, true],
  ['Calle Mayor 10', ['Madrid'], null, false],
]
for (const [address, towns, postcode, isNamed] of places)
  test(`"${address}" ${isNamed ? 'names' : 'does not name'} ${towns[0]} ${postcode ?? ''}`, () => {
    const written = readWritten(address)
    const street = findStreet(written, 'Calle Mayor', towns)
    assert.ok(street)
    assert.equal(namesPlace(written, street.otherParts, { towns, postcode }), isNamed)
  })

test('a street that has the name of a town does not name the town', () => {
  const names = (address: string, town: string) => {
    const written = readWritten(address)
    return namesPlace(written, partsOfPlaces(written), { towns: [town], postcode: null })
  }
  assert.ok(!names('Calle Toledo 5, Getafe', 'Toledo'))
  assert.ok(!names('Calle Toledo, Getafe', 'Toledo'))
  assert.ok(!names('calle toledo getafe', 'Toledo'))
  assert.ok(names('Calle Toledo 5, Getafe', 'Getafe'))
  assert.ok(names('calle toledo getafe', 'Getafe'))
  assert.ok(names('Getafe', 'Getafe'))
  assert.ok(names('28901 Getafe', 'Getafe'))
})
