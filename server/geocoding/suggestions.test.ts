import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { byOperator } from '../../test/support/by-operator.ts'
import { createDatabase, type TestDatabase } from '../../test/support/database.ts'
import { connectEmbedded, located, stub } from '../../test/support/geocoding.ts'
import { answering, connectGeocoder, json, plain, startEngine } from '../../test/support/street-geocoders.ts'
import { cached } from './cache.ts'
import { chain } from './chain.ts'
import { replacePostcodes } from './import-postcodes.ts'
import { rememberSuggestions } from './suggestions.ts'

test('one text is asked for once, in any spelling, also at the same time; an error is not kept as an answer', async () => {
  let calls = 0
  let fails = true
  const suggest = rememberSuggestions(async () => {
    calls++
    if (fails) throw new Error('broken')
    return ['Getafe (Madrid)']
  })
  assert.equal(await suggest('Get'), null)
  fails = false
  const all = await Promise.all(['Get', ' get ', 'GET'].map(suggest))
  for (const found of all) assert.deepEqual(found, ['Getafe (Madrid)'])
  await suggest('get')
  assert.equal(calls, 2)
})

test('an engine is never asked for more than twenty texts at once', async () => {
  const gate = Promise.withResolvers<string[]>()
  let calls = 0
  const suggest = rememberSuggestions(() => {
    calls++
    return gate.promise
  })
  const asked = Array.from({ length: 30 }, (_, index) => suggest(`town ${index}`))
  gate.resolve(['x'])
  const found = await Promise.all(asked)
  assert.equal(calls, 20)
  assert.equal(found.filter((texts) => texts === null).length, 10)
})

test('a chain takes the first geocoder that knows something, and has no completion without one', async () => {
  const here = located()
  const with_ = (texts: string[] | null) => cached({ ...stub('s', () => here), suggest: async () => texts })
  const without = cached(stub('n', () => here))
  assert.equal(chain([without]).suggest, undefined)
  const found = await chain([without, with_(null), with_([]), with_(['b']), with_(['c'])]).suggest?.('text')
  assert.deepEqual(found, ['b'])
  assert.deepEqual(await chain([with_(null)]).suggest?.('text'), [])
})

test('Photon and CartoCiudad suggest addresses that they locate; a town has no street', async () => {
  for (const name of ['photon', 'cartociudad'] as const) {
    await using engine = await startEngine(name)
    const typed = 'Calle de Alcalá 1, 28014 Madrid'
    const texts = (await engine.geocoder.suggest?.(typed)) ?? assert.fail(name)
    assert.ok(
      texts.some((text) => /^Calle (de )?Alcal[aá] 1, 28014 Madrid$/.test(text)),
      texts.join(),
    )
  }
})

test('a chosen street keeps the number that was typed, but not one that is a word of its name', async () => {
  const feature = (name: string) => ({
    properties: { type: 'street', name, city: 'Madrid', postcode: '28004', countrycode: 'ES' },
    geometry: { coordinates: [-3.7, 40.4] },
  })
  const answer = { type: 'FeatureCollection', features: [feature('Calle 2 de Mayo'), feature('Calle Mayor')] }
  await using engine = await startEngine('photon', json(answer))
  assert.deepEqual(await engine.geocoder.suggest?.('calle 2 de may 14'), [
    'Calle 2 de Mayo 14, 28004 Madrid',
    'Calle Mayor 2, 28004 Madrid',
  ])
})

test('Nominatim and the public Photon are not asked while people type', () => {
  assert.equal(connectGeocoder('nominatim', 'http://127.0.0.1:9').suggest, undefined)
  const open = connectGeocoder('photon', 'https://photon.komoot.io', { PHOTON_PUBLIC_OK: '1' })
  assert.equal(open.suggest, undefined)
})

test('an engine in trouble suggests nothing, and still locates', async () => {
  let isDown = true
  const good = answering('photon')
  await using engine = await startEngine('photon', (response, url) =>
    (isDown ? plain('no', 500) : good)(response, url),
  )
  for (let i = 0; i < 6; i++) assert.equal(await engine.geocoder.suggest?.(`Calle ${i}`), null)
  isDown = false
  const found = await engine.geocoder.geocode('Calle de Alcalá 1, 28014 Madrid')
  assert.equal(found.outcome, 'located', 'its circuit breaker is closed')
})

type Given = [country: string, postcode: string, place: string, lat: number, lon: number]

const imported: Given[] = [
  ['es', '08006', 'Barcelona', 41.4, 2.15],
  ['es', '08007', 'Barcelona', 41.39, 2.16],
  ['es', '08210', 'Barberà del Vallès', 41.52, 2.12],
  ['es', '28013', 'Madrid', 40.42, -3.71],
  ['es', '28014', 'Madrid', 40.41, -3.69],
  ['es', '28901', 'Getafe', 40.31, -3.73],
  ['es', '22371', 'Fanlo', 42.59, 0.02],
  ['es', '22371', 'Nerín', 42.58, 0.01],
  ['pt', '1100-053', 'Lisboa', 38.71, -9.13],
]

async function importedPostcodes(db: TestDatabase, given = imported): Promise<void> {
  for (const country of new Set(given.map(([country]) => country))) {
    const rows = given.filter(([of]) => of === country)
    await replacePostcodes(
      { ...db, by: byOperator() },
      country,
      rows.map(([, postcode, place, lat, lon]) => ({
        ...{ country, postcode, place, lat, lon, province: '', municipalityCode: null, accuracy: 4 },
      })),
    )
  }
}

describe('the embedded geocoder completes imported postcodes', () => {
  test('with their town, from three figures on, after a comma or alone', async () => {
    await using db = await createDatabase()
    await importedPostcodes(db)
    const suggest = connectEmbedded({ kysely: db.kysely }).suggest ?? assert.fail()
    for (const [typed, texts] of [
      ['0800', ['08006 Barcelona', '08007 Barcelona']],
      ['08006', ['08006 Barcelona']],
      ['08006 Bar', ['08006 Barcelona']],
      [' 08006  bár ', ['08006 Barcelona']],
      ['Calle Mayor 3, 280', ['Calle Mayor 3, 28013 Madrid', 'Calle Mayor 3, 28014 Madrid']],
      ['Calle Mayor 3, 28013', ['Calle Mayor 3, 28013 Madrid']],
      ['289', ['28901 Getafe']],
      // A whole postcode has each of its places.
      ['22371', ['22371 Fanlo', '22371 Nerín']],
      ['22371 ner', ['22371 Nerín']],
      ['999', []],
      ['28013 logro', []],
      ['28013 sevil', []],
      ['08006 Barber', []],
      ['08210 Barber', ['08210 Barberà del Vallès']],
      // The form of a Portuguese postcode names its country, which is imported too.
      ['1100-0', ['1100-053 Lisboa']],
      ['1100-053 lis', ['1100-053 Lisboa']],
    ] as const)
      assert.deepEqual(await suggest(typed), texts, typed)
    // A number of a house is not a postcode.
    assert.deepEqual(await suggest('Calle Mayor 280'), [])
  })

  test('each suggestion is located, and no more than six are given', async () => {
    await using db = await createDatabase()
    const many = Array.from({ length: 60 }, (_, n): Given => ['es', `280${10 + n}`, 'Madrid', 40.4, -3.7])
    await importedPostcodes(db, [...many, ['es', '28999', 'Xyzzyville', 40.4, -3.7]])
    const { suggest = assert.fail(), geocode } = connectEmbedded({ kysely: db.kysely })
    const found = (await suggest('280')) ?? []
    assert.equal(found.length, 6)
    for (const text of [...found, ...((await suggest('28999')) ?? [])])
      assert.equal((await geocode(text)).outcome, 'located', text)
  })

  test('before an import only those of capitals are completed, and what cannot be read is not an answer', async () => {
    await using db = await createDatabase()
    const { suggest = assert.fail() } = connectEmbedded({ kysely: db.kysely })
    assert.deepEqual(await suggest('08006'), ['08006 Barcelona'])
    assert.deepEqual(await suggest('0800'), [])
    assert.deepEqual(await suggest('08210 Barber'), ['Barberà del Vallès (Barcelona)'])
    assert.deepEqual(await suggest('08006 Barcelo'), ['08006 Barcelona'])
    await db.pool.query('alter table postcode rename to postcode_away')
    await assert.rejects(async () => suggest('08006'))
  })
})
