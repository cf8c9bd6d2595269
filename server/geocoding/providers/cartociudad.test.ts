import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answering,
  answeringWith,
  type EngineData,
  engineData,
  json,
  plain,
  startEngine,
} from '../../../test/support/street-geocoders.ts'

/* What only CartoCiudad does; engines.test.ts has what every geocoder of streets does. */

type Candidate = Record<string, unknown>
const data = engineData('cartociudad')
const address = 'Calle de Alcalá 1, 28014 Madrid'
const withoutNumber = 'Calle de Alcalá, 28014 Madrid'
const portal =
  (data.answers[address] as Candidate[]).find(({ portalNumber }) => portalNumber === 1) ??
  assert.fail('the file has the house')

/** The house of the file with other members, and how it is located for the address. */
async function locate(members: Candidate, asked = address) {
  await using engine = await startEngine(
    'cartociudad',
    answeringWith('cartociudad', [{ ...portal, ...members }]),
  )
  const found = await engine.geocoder.geocode(asked)
  return found.outcome === 'located' ? found.precision : found.outcome
}

/** Answers of the file, with another response of `find`. */
const findAnswers = (finds: EngineData['finds']) =>
  answering('cartociudad', { ...data, finds: { ...data.finds, ...finds } })

test('the country is left out of the question, where it would be taken for a street', async () => {
  await using engine = await startEngine('cartociudad')
  for (const written of [`${address}, España`, `${address} España`, address.replace(', ', '\n')])
    assert.equal((await engine.geocoder.geocode(written)).outcome, 'located', written)
  assert.deepEqual(
    new Set(engine.requests.map(({ searchParams }) => searchParams.get('q'))),
    new Set([address]),
  )
})

test('an address of another country is not asked for at all', async () => {
  await using engine = await startEngine('cartociudad')
  assert.equal((await engine.geocoder.geocode(address)).outcome, 'located')
  const asked = engine.requests.length
  for (const foreign of [
    'Rua Augusta 5, 1100-053 Lisboa',
    'Rua Augusta 5, Lisboa, Portugal',
    '1 Rue de Rivoli, F-75001 Paris',
    '10 Downing Street, London SW1A 2AA',
  ])
    assert.deepEqual(await engine.geocoder.geocode(foreign), { outcome: 'not_found' }, foreign)
  assert.equal(engine.requests.length, asked)
})

test('a street comes with the position 0/0: the real one is asked for by its id', async () => {
  await using engine = await startEngine('cartociudad')
  const found = await engine.geocoder.geocode(withoutNumber)
  assert.ok(found.outcome === 'located')
  assert.deepEqual([found.precision, found.lat, found.lon], ['street', 40.4191, -3.6946])
  assert.deepEqual(
    engine.requests.map(({ pathname, searchParams }) => `${pathname} ${searchParams.get('id') ?? ''}`),
    ['/candidates ', '/find 280790000259'],
  )
})

test('0/0 is never a position, not even of `find`', async () => {
  const street = (data.finds?.['280790000259'] ?? {}) as Candidate
  for (const found of [undefined, null, { ...street, lat: 0, lng: 0 }]) {
    await using engine = await startEngine('cartociudad', findAnswers({ '280790000259': found }))
    assert.deepEqual(await engine.geocoder.geocode(withoutNumber), { outcome: 'not_found' })
  }
})

test('a `find` that fails is a failure of the engine', async () => {
  await using engine = await startEngine('cartociudad', (response, url) =>
    (url.searchParams.has('id') ? plain('busy', 500) : answering('cartociudad'))(response, url),
  )
  assert.deepEqual(await engine.geocoder.geocode(withoutNumber), {
    outcome: 'unavailable',
    reason: 'HTTP 500',
  })
})

test('a swapped position, or one outside Spain, is a failure of the engine', async () => {
  assert.equal(await locate({ lat: -3.7, lng: 40.4 }), 'unavailable')
  assert.equal(await locate({ lat: 48.85, lng: 2.35 }), 'unavailable')
})

test('a house with another number is as good as its street; a letter belongs to the number', async () => {
  assert.equal(await locate({ portalNumber: 3 }), 'street')
  assert.equal(await locate({ extension: 'B' }), 'street')
  assert.equal(await locate({ extension: 'B' }, 'Calle de Alcalá 1 B, 28014 Madrid'), 'house')
})

test('a candidate of another country is left out', async () => {
  assert.equal(await locate({ countryCode: '020' }), 'not_found')
})

test('a village is not a city of the same name', async () => {
  const village = {
    type: 'poblacion',
    poblacion: 'Madrid',
    muni: 'Somiedo',
    provinceCode: '33',
    address: 'Madrid',
  }
  assert.equal(await locate({ ...village, lat: 43.1, lng: -6.2 }, 'Calle Blorp 5, Madrid'), 'not_found')
})

test('a region is not an answer', async () => {
  for (const type of ['provincia', 'comunidad autonoma', 'toponimo', 'carretera'])
    assert.equal(await locate({ type, address: 'Madrid' }, 'Calle Blorp 5, Madrid'), 'not_found', type)
})

test('no candidates may be a list without entries, or a response without a body', async () => {
  for (const answer of [json([]), plain('', 204)]) {
    await using engine = await startEngine('cartociudad', (response, url) => {
      const isMadrid = url.searchParams.has('id') || url.searchParams.get('q') === 'Madrid'
      ;(isMadrid ? answering('cartociudad') : answer)(response, url)
    })
    assert.deepEqual(await engine.geocoder.geocode('Xyzzy 1, Madrid'), { outcome: 'not_found' })
  }
})
