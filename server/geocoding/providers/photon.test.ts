import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  answering,
  answeringWith,
  connectGeocoder,
  engineData,
  startEngine,
} from '../../../test/support/street-geocoders.ts'
import { readEnv } from '../../lib/env.ts'
import { photon } from './photon.ts'

/* What only Photon does; engines.test.ts has what every geocoder of streets does. */

type Feature = { properties: Record<string, unknown>; geometry: { coordinates: number[] } }
const known = engineData('photon').answers as Record<string, { features: Feature[] }>
const address = 'Calle de Alcalá 1, 28014 Madrid'
const house = known[address]?.features.at(-1) ?? assert.fail('the file has the house')

/** The house of the file with other properties, and how it is located for the address. */
async function locate(properties: Record<string, unknown>, asked = address, coordinates?: number[]) {
  const feature = {
    ...house,
    properties: { ...house.properties, ...properties },
    ...(coordinates && { geometry: { coordinates } }),
  }
  await using engine = await startEngine(
    'photon',
    answeringWith('photon', { type: 'FeatureCollection', features: [feature] }),
  )
  const found = await engine.geocoder.geocode(asked)
  return found.outcome === 'located' ? found.precision : found.outcome
}

test('the request has the address in one line, the countries and the layers of addresses', async () => {
  await using engine = await startEngine('photon', answering('photon'), { PHOTON_COUNTRY_CODES: 'es,pt' })
  await engine.geocoder.geocode('Calle de Alcalá 1\n28014 Madrid')
  const [request] = engine.requests
  assert.equal(request?.pathname, '/api')
  assert.equal(request.searchParams.get('q'), 'Calle de Alcalá 1, 28014 Madrid')
  assert.deepEqual(request.searchParams.getAll('countrycode'), ['ES', 'PT'])
  assert.deepEqual(request.searchParams.getAll('layer'), ['house', 'street', 'locality', 'district', 'city'])
})

test('a result outside the countries that were asked for is left out', async () => {
  assert.equal(await locate({ countrycode: 'AR' }, address, [-58.4, -34.6]), 'not_found')
})

test('a house with another number, or a building without one, is as good as its street', async () => {
  assert.equal(await locate({}), 'house')
  assert.equal(await locate({ housenumber: '3' }), 'street')
  assert.equal(await locate({ housenumber: undefined, name: 'Hotel Sol' }), 'street')
})

test('the house number of a floor is not that of the house', async () => {
  assert.equal(await locate({ housenumber: '3' }, 'Calle de Alcalá 1, 3º B, 28014 Madrid'), 'street')
})

test('without a postcode in the address the town decides', async () => {
  assert.equal(await locate({}, 'Calle de Alcalá 1, Madrid'), 'house')
  assert.equal(
    await locate({ city: 'Getafe', district: undefined }, 'Calle de Alcalá 1, Madrid'),
    'not_found',
  )
})

test('a county, a state or a country is not an answer', async () => {
  for (const type of ['county', 'state', 'country', 'other'])
    assert.equal(await locate({ type, name: 'Madrid' }, 'Madrid, España'), 'not_found', type)
})

test('positions that cannot be are not believed', async () => {
  for (const coordinates of [[0, 0], [40.4, -3.7], [], [Number.NaN, 40]])
    assert.equal(await locate({}, address, coordinates), 'unavailable', String(coordinates))
})

test('the public server is refused unless allowed', () => {
  const url = 'https://photon.komoot.io'
  const read = readEnv(photon.env, { PHOTON_URL: url })
  assert.match(read.ok ? photon.faults(read.value).join() : '', /PHOTON_PUBLIC_OK=1/)
  assert.equal(connectGeocoder('photon', url, { PHOTON_PUBLIC_OK: '1' }).name, 'photon')
  assert.deepEqual(readEnv(photon.env, {}), { ok: false, faults: ['PHOTON_URL is required'] })
})
