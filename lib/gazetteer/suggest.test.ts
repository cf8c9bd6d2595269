import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openGazetteer } from './gazetteer.ts'

const gazetteer = openGazetteer({ home: 'es' })

const suggestsEach = async (
  { suggest }: Pick<typeof gazetteer, 'suggest'>,
  cases: readonly (readonly [typed: string, texts: readonly string[]])[],
) => {
  for (const [typed, texts] of cases) assert.deepEqual(await suggest(typed, 6), texts, typed)
}

test('the town after the last comma is completed, and what is before it stays', async () => {
  assert.deepEqual(await gazetteer.suggest('Calle Toledo 5, Getaf', 6), ['Calle Toledo 5, Getafe (Madrid)'])
  assert.deepEqual((await gazetteer.suggest('Calle Mayor 1, sevil', 6))[0], 'Calle Mayor 1, Sevilla')
})

test('without postal rows a postcode stays only before the capital that surely has it', async () => {
  await suggestsEach(gazetteer, [
    ['28013', ['28013 Madrid']],
    ['Calle Mayor 3, 28013', ['Calle Mayor 3, 28013 Madrid']],
    ['08006 bar', ['08006 Barcelona']],
    ['08006 Barb', []],
    ['15001 la cor', ['15001 A Coruña']],
    ['15001 CORU', ['15001 A Coruña']],
    ['35001', ['35001 Las Palmas de Gran Canaria']],
    ['38001 santa', ['38001 Santa Cruz de Tenerife']],
    ['51001 ceu', ['51001 Ceuta']],
    ['52001', ['52001 Melilla']],
    ['07001 palm', ['07001 Palma (Baleares)']],
    ['01001 gas', ['01001 Vitoria-Gasteiz (Álava)']],
  ])
})

test('without postal rows a postcode is left out before a town that may have another', async () => {
  await suggestsEach(gazetteer, [
    ['Calle Toledo 5, 28901 Get', ['Calle Toledo 5, Getafe (Madrid)']],
    ["08901 l'hos", ["L'Hospitalet de Llobregat (Barcelona)"]],
    ['08901 L’HOSPITALET', ["L'Hospitalet de Llobregat (Barcelona)"]],
    // In the range of the capital, and of its neighbour.
    ['31013', []],
    ['31013 pampl', ['Pamplona (Navarra)']],
    ['24010 san and', ['San Andrés del Rabanedo (León)']],
    ['28901, get', []],
  ])
  await suggestsEach(openGazetteer({ home: 'fr' }), [['75001 par', ['Paris']]])
  await suggestsEach(openGazetteer({ home: 'pt' }), [['1100-053 lisb', ['Lisboa']]])
})

test('a postcode that the name contradicts, that is not whole, or is one of two has no suggestion', async () => {
  await suggestsEach(
    gazetteer,
    [
      ...[
        '28013 sevil',
        '28013 Salam',
        '41001 utre',
        'Calle Sevilla 3, 28013 sevil',
        '28013 x',
        '28013, sevil',
      ],
      ...['28013 Madrid, sevil', 'Calle Toledo 5, 41001 Get', '99999 mad', '00100 mad', '28000', '28099'],
      ...['2 mad', '28 mad', '280 mad', '2801 mad', '280013 mad', '1100-053 lis', '28013 08006 mad'],
    ].map((typed) => [typed, []] as const),
  )
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
  for (const typed of ['', ',', ',,,', '   ', '((((', '%', '__proto__', '🚚🚚🚚', 'x'.repeat(200)])
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
  { country: 'es', postcode: '08901', place: "Hospitalet De Llobregat, L'", lat: 41.36, lon: 2.1 },
  { country: 'es', postcode: '15001', place: 'A Coruña', lat: 43.37, lon: -8.4 },
  { country: 'es', postcode: '24001', place: 'Leon', lat: 42.6, lon: -5.57 },
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

test('with postal rows a postcode is put only before a place of its rows, by any name and as people write it', async () => {
  await suggestsEach(withPostcodes('es'), [
    ['28901 sevil', []],
    ['28901 Madri', []],
    ['Calle Toledo 5, 28901, get', ['Calle Toledo 5, 28901, Getafe (Madrid)']],
    ['Calle Toledo 5, 28901, leg', []],
    ['08901', ["08901 L'Hospitalet de Llobregat"]],
    ["08901 l'hosp", ["08901 L'Hospitalet de Llobregat"]],
    ['08901 hospi', ["08901 L'Hospitalet de Llobregat"]],
    ['15001 la cor', ['15001 A Coruña']],
    ['24001 leo', ['24001 León']],
  ])
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
