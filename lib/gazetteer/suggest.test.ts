import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGazetteer } from './gazetteer.ts'

const gazetteer = openGazetteer({ home: 'es' })

test('the town after the last comma is completed, what is before it stays, and the postcode decides the province', async () => {
  assert.deepEqual(await gazetteer.suggest('Calle Toledo 5, 28901 Get', 6), [
    'Calle Toledo 5, 28901 Getafe (Madrid)',
  ])
  assert.deepEqual(await gazetteer.suggest('Calle Toledo 5, 41001 Get', 6), [])
  assert.deepEqual((await gazetteer.suggest('Calle Mayor 1, sevil', 6))[0], 'Calle Mayor 1, Sevilla')
})

test('a whole name comes first, then the bigger town; accents and case do not matter', async () => {
  assert.equal((await gazetteer.suggest('madrid', 6))[0], 'Madrid')
  assert.equal((await gazetteer.suggest('cadiz', 6))[0], 'Cádiz')
  assert.equal((await gazetteer.suggest('LOGRO', 6))[0], 'Logroño (La Rioja)')
})

test('each suggestion is located, there are no more than asked for, and hostile text has none', async () => {
  for (const typed of ['a', 'san', 'santa c', 'vil', 'Calle Mayor 3, al', 'pal', 'la', 'el p']) {
    const found = await gazetteer.suggest(typed, 6)
    assert.ok(found.length <= 6)
    assert.equal(new Set(found).size, found.length)
    for (const text of found) assert.equal((await gazetteer.locate(text)).outcome, 'located', text)
  }
  for (const typed of ['', ',', ',,,', '   ', '28013', '((((', '%', '__proto__', '🚚🚚🚚', 'x'.repeat(200)])
    assert.deepEqual(await gazetteer.suggest(typed, 6), [], typed)
})

test('only towns of the home country are completed, and the biggest towns are of it', async () => {
  const portugal = openGazetteer({ home: 'pt' })
  assert.equal((await portugal.suggest('Lisbo', 6))[0], 'Lisboa')
  assert.deepEqual(await portugal.suggest('Getaf', 6), [])
  for (const { countryCode } of await portugal.biggestTowns(20)) assert.equal(countryCode, 'pt')
})

const rows = [
  { country: 'es', postcode: '08006', place: 'Barcelona', lat: 41.4, lon: 2.15 },
  { country: 'es', postcode: '28901', place: 'Getafe', lat: 40.31, lon: -3.73 },
  { country: 'es', postcode: '28901', place: 'Xyzzyville', lat: 40.31, lon: -3.73 },
  { country: 'pt', postcode: '1100-053', place: 'Lisboa', lat: 38.71, lon: -9.13 },
  { country: 'gb', postcode: 'SW1A', place: 'London', lat: 51.5, lon: -0.13 },
]

const asked: string[] = []
const read: string[] = []
const rowsOf = (country: string, postcode: string) =>
  rows.filter((row) => row.country === country && row.postcode === postcode)
const withPostcodes = (home: string) =>
  openGazetteer({
    home,
    findPostcode: async (country, postcode) => {
      read.push(`${country} ${postcode}`)
      return rowsOf(country, postcode)
    },
    findPostcodesBeginning: async (country, start, most) => {
      asked.push(`${country} ${start} ${most}`)
      const found = rows.filter((row) => row.country === country && row.postcode.startsWith(start))
      const postcodes = [...new Set(found.map(({ postcode }) => postcode))].slice(0, most)
      return postcodes.map((postcode) => ({ postcode, points: rowsOf(country, postcode) }))
    },
  })

test('a postcode is completed with its town, which may be begun, and each result is located', async () => {
  const spain = withPostcodes('es')
  for (const [typed, texts] of [
    ['080', ['08006 Barcelona']],
    ['Carrer de Balmes 5, 08006 bar', ['Carrer de Balmes 5, 08006 Barcelona']],
    ['08006 Lona', []],
    ['1100-', ['1100-053 Lisboa']],
    ['Calle Mayor 289', []],
  ] as const)
    assert.deepEqual(await spain.suggest(typed, 6), texts, typed)
  const places = await spain.suggest('28901', 6)
  assert.ok(places.includes('28901 Getafe'))
  for (const text of places) assert.equal((await spain.locate(text)).outcome, 'located', text)
  assert.deepEqual(await spain.suggest('28901 Getaf', 6), ['28901 Getafe'])
})

test('postcodes are those of the home country, unless their form is that of another, and at most twice as many are asked for', async () => {
  asked.length = 0
  assert.deepEqual(await withPostcodes('pt').suggest('080', 6), [])
  assert.deepEqual(await withPostcodes('gb').suggest('sw1a', 6), ['SW1A London'])
  assert.deepEqual(await withPostcodes('es').suggest('sw1a', 6), [])
  assert.deepEqual(asked, ['pt 080 12', 'gb SW1A 12'])
})

test('no text asks for postcodes that is not the beginning of one', async () => {
  asked.length = 0
  const spain = withPostcodes('es')
  for (const typed of [
    '',
    ',',
    '12',
    'a12',
    '123456',
    "28'; --",
    '%%%%',
    '___',
    '２８０',
    '280\u0000',
    '28 013',
  ])
    assert.deepEqual(await spain.suggest(typed, 6), [], typed)
  assert.deepEqual(asked, [])
})

test('the completions of a text are located without reading a postcode again', async () => {
  const spain = withPostcodes('es')
  for (const [typed, reads] of [
    ['080', []],
    ['28901', []],
    ['1100-', []],
    ['28901 Getaf', ['es 28901']],
    ['Calle Toledo 5, 28901 Get', ['es 28901']],
  ] as const) {
    read.length = 0
    assert.ok((await spain.suggest(typed, 6)).length > 0, typed)
    assert.deepEqual(read, reads, typed)
  }
})

test('without the postal rows, suggest rejects: an empty list would say that there is nothing', async () => {
  const findPostcode = async () => Promise.reject(new Error('the database is away'))
  const away = openGazetteer({ home: 'es', findPostcode })
  await assert.rejects(away.suggest('Calle Toledo 5, 28901 Get', 6))
  await assert.rejects(away.suggest('28013 Madrid, Get', 6))
  assert.equal((await away.suggest('Calle Toledo 5, Get', 6))[0], 'Calle Toledo 5, Getafe (Madrid)')
})
