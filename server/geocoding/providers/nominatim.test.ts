import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  type Answer,
  answeringWith,
  connectGeocoder,
  engineEnv,
  json,
  startEngine,
} from '../../../test/support/street-geocoders.ts'
import { readEnv } from '../../lib/env.ts'
import { nominatim } from './nominatim.ts'

/* What only Nominatim does; engines.test.ts has what every geocoder of streets does. */

type Changes = Record<string, unknown>

/** One result in the format of the real server, with overrides. */
function result(more: Changes = {}, address: Changes = {}) {
  return {
    place_id: 101_411,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0',
    osm_type: 'way',
    lat: '40.4167',
    lon: '-3.7072',
    category: 'place',
    type: 'house',
    place_rank: 30,
    importance: 0.05,
    addresstype: 'place',
    boundingbox: ['40.4166', '40.4168', '-3.7073', '-3.7071'],
    ...more,
    address: {
      house_number: '10',
      road: 'Calle Mayor',
      city: 'Madrid',
      state: 'Comunidad de Madrid',
      postcode: '28013',
      country: 'España',
      country_code: 'es',
      ...address,
    },
  }
}

const street = { place_rank: 26, type: 'residential', category: 'highway', addresstype: 'road' }
const asked = 'Calle Mayor 10, 28013 Madrid'

async function ask(answer: Answer, address = asked, env = {}) {
  await using engine = await startEngine('nominatim', answer, env)
  const got = await engine.geocoder.geocode(address)
  return { got, requests: engine.requests, headers: engine.headers }
}

const results = (...items: unknown[]): Answer => answeringWith('nominatim', items)

describe('the request', () => {
  test('one search with the address, the service area and the user agent', async () => {
    const { requests, headers } = await ask(json([result()]), 'Calle Mayor 10 & más, Madrid', {
      NOMINATIM_COUNTRY_CODES: 'es,pt',
      NOMINATIM_USER_AGENT: 'moves.example ops@moves.example',
    })
    assert.equal(requests.length, 1)
    assert.equal(requests[0]?.pathname, '/search')
    assert.deepEqual(Object.fromEntries(requests[0]?.searchParams ?? []), {
      q: 'Calle Mayor 10 & más, Madrid',
      format: 'jsonv2',
      addressdetails: '1',
      limit: '5',
      countrycodes: 'es,pt',
      'accept-language': 'es',
    })
    assert.equal(headers[0]?.['user-agent'], 'moves.example ops@moves.example')
  })

  test('the public server is refused unless allowed, and wants a name', () => {
    const connect = (env: Record<string, string> = {}) =>
      connectGeocoder('nominatim', 'https://nominatim.openstreetmap.org', env)
    assert.throws(() => connect(), /GEOCODER_PUBLIC_OK=1/)
    assert.throws(() => connect({ GEOCODER_PUBLIC_OK: '1' }), /NOMINATIM_USER_AGENT/)
    const named = connect({ GEOCODER_PUBLIC_OK: '1', NOMINATIM_USER_AGENT: 'moves.example' })
    assert.equal(named.name, 'nominatim')
  })

  test('without an address of the engine the settings are refused', () => {
    assert.deepEqual(readEnv(nominatim.env, {}), { ok: false, faults: ['NOMINATIM_URL is required'] })
    assert.ok(readEnv(nominatim.env, engineEnv('nominatim', 'http://127.0.0.1:1')).ok)
  })
})

describe('ranks become precisions', () => {
  const cases: [string, Changes, Changes, string][] = [
    ['the house asked for', {}, {}, 'house'],
    ['a house with another number', {}, { house_number: '12' }, 'street'],
    ['a house without a number', {}, { house_number: undefined }, 'street'],
    ['the street instead of the house', street, { house_number: undefined }, 'street'],
    ['a postcode', { place_rank: 21, type: 'postcode' }, {}, 'postcode'],
    ['a village', { place_rank: 19, type: 'village' }, {}, 'locality'],
    ['a city', { place_rank: 16, type: 'city' }, {}, 'locality'],
  ]
  for (const [what, more, address, precision] of cases) {
    test(`${what}: ${precision}`, async () => {
      const { got } = await ask(json([result(more, address)]))
      assert.equal(got.outcome === 'located' && got.precision, precision)
    })
  }

  test('a region or a country is not an answer', async () => {
    for (const rank of [4, 8, 12])
      assert.deepEqual((await ask(results(result({ place_rank: rank })))).got, { outcome: 'not_found' })
  })
})

describe('nothing, too much, or something else', () => {
  const inToledo = result(
    { ...street, lat: '39.86', lon: '-4.02', boundingbox: undefined },
    { city: 'Toledo', state: 'Castilla-La Mancha', province: 'Toledo', postcode: '45001' },
  )
  const inMadrid = result({ ...street }, { province: 'Madrid' })

  test('two streets of one name in two towns are ambiguous', async () => {
    assert.deepEqual((await ask(json([inMadrid, inToledo]), 'Calle Mayor')).got, { outcome: 'ambiguous' })
  })

  test('the town or the postcode in the address separates them', async () => {
    for (const address of ['Calle Mayor, Madrid', 'Calle Mayor 28013']) {
      const { got } = await ask(json([inMadrid, inToledo]), address)
      assert.equal(got.outcome === 'located' && got.locality, 'Madrid')
    }
    const { got } = await ask(json([inMadrid, inToledo]), 'Calle Mayor, 45001 Toledo')
    assert.equal(got.outcome === 'located' && got.locality, 'Toledo')
  })

  test('a result in another country than the letters of the postcode or CEDEX state is a conflict', async () => {
    for (const address of ['Calle Mayor 10, F-28013', 'Calle Mayor 10, 28013 Madrid Cedex 3'])
      assert.deepEqual((await ask(json([inMadrid]), address)).got, { outcome: 'conflict' }, address)
    const { got } = await ask(json([inMadrid]), 'Apartado 50123, E-28013 Madrid')
    assert.equal(got.outcome, 'located')
  })

  test('two ends of one street are one place', async () => {
    const { got } = await ask(json([inMadrid, { ...inMadrid, lat: '40.4166' }]), 'Calle Mayor')
    assert.equal(got.outcome, 'located')
  })

  test("another province than the postcode's or the named one is a conflict", async () => {
    for (const address of ['Calle Mayor 10, 08001', 'Calle Mayor 10, Toledo', 'Calle Mayor 10, 1100-053'])
      assert.deepEqual((await ask(json([inMadrid]), address)).got, { outcome: 'conflict' })
  })

  test('400 "Nothing to search for." and 404 "Unable to geocode" are not found', async () => {
    const nothing = { error: { code: 400, message: 'Nothing to search for.' } }
    const unable = { error: 'Unable to geocode' }
    for (const [status, body] of [
      [400, nothing],
      [404, unable],
    ] as const) {
      const known = results(result())
      const answer: Answer = (response, url) =>
        url.searchParams.get('q') === 'Madrid' ? known(response, url) : json(body, status)(response, url)
      assert.deepEqual((await ask(answer)).got, { outcome: 'not_found' })
    }
  })
})

describe('points that cannot be are not believed', () => {
  const points: Record<string, Changes> = {
    NaN: { lat: 'NaN' },
    'no numbers': { lat: null },
    '0/0': { lat: '0', lon: '0', boundingbox: undefined },
    'off the earth': { lat: '140.4', boundingbox: undefined },
    swapped: { lat: '-3.7072', lon: '40.4167' },
    'swapped, without a box': { lat: '-3.7072', lon: '40.4167', boundingbox: undefined },
  }
  for (const [what, point] of Object.entries(points)) {
    test(what, async () => {
      const { got } = await ask(json([result(point)]))
      assert.deepEqual(got, { outcome: 'unavailable', reason: 'an answer of another shape' })
    })
  }

  test('a good result beside a bad one is taken', async () => {
    assert.equal((await ask(json([result({ lat: 'NaN' }), result()]))).got.outcome, 'located')
  })
})
