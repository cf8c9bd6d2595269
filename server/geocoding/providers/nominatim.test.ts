import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { describe, test } from 'node:test'
import { serve } from '../../../test/support/geocoding.ts'
import { readEnv } from '../../lib/env.ts'
import type { Geocoded } from '../geocoder.ts'
import { nominatim } from './nominatim.ts'

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

const json =
  (body: unknown, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
const text = (body: string, status: number) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(body)
}

function settings(env: Record<string, string>) {
  const read = readEnv(nominatim.env, env)
  assert.ok(read.ok, JSON.stringify(read))
  return read.value
}

async function ask(answer: (response: ServerResponse) => void, address = asked, env = {}) {
  await using server = await serve(answer)
  const troubles: string[] = []
  const engine = nominatim.connect(settings({ NOMINATIM_URL: server.url, ...env }), {
    onTrouble: (reason) => troubles.push(reason),
  })
  const got: Geocoded = await engine.geocode(address)
  return { got, troubles, requests: server.requests, headers: server.headers }
}

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
    const url = { NOMINATIM_URL: 'https://nominatim.openstreetmap.org' }
    assert.throws(() => nominatim.connect(settings(url)), /GEOCODER_PUBLIC_OK=1/)
    assert.throws(
      () => nominatim.connect(settings({ ...url, GEOCODER_PUBLIC_OK: '1' })),
      /NOMINATIM_USER_AGENT/,
    )
    const named = settings({ ...url, GEOCODER_PUBLIC_OK: '1', NOMINATIM_USER_AGENT: 'moves.example' })
    assert.equal(nominatim.connect(named).name, 'nominatim')
  })

  test('without an address of the engine the settings are refused', () => {
    assert.deepEqual(readEnv(nominatim.env, {}), { ok: false, faults: ['NOMINATIM_URL is required'] })
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

  test('everything the job keeps', async () => {
    assert.deepEqual((await ask(json([result()]))).got, {
      outcome: 'located',
      lat: 40.4167,
      lon: -3.7072,
      precision: 'house',
      uncertaintyKm: 0.05,
      locality: 'Madrid',
      postcode: '28013',
      provinceCode: '28',
      countryCode: 'es',
      provider: 'nominatim',
      confidence: 0.95,
    })
  })

  test('a region or a country is not an answer', async () => {
    for (const rank of [4, 8, 12]) {
      assert.deepEqual((await ask(json([result({ place_rank: rank })]))).got, { outcome: 'not_found' })
    }
  })
})

describe('nothing, too much, or something else', () => {
  const inToledo = result(
    { ...street, lat: '39.86', lon: '-4.02', boundingbox: undefined },
    { city: 'Toledo', state: 'Castilla-La Mancha', province: 'Toledo', postcode: '45001' },
  )
  const inMadrid = result({ ...street }, { province: 'Madrid' })

  test('an empty list is not found', async () => {
    const { got, troubles } = await ask(json([]))
    assert.deepEqual([got, troubles], [{ outcome: 'not_found' }, []])
  })

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
    for (const address of ['Calle Mayor 10, 08001', 'Calle Mayor 10, Toledo', 'Calle Mayor 10, 1100-053']) {
      assert.deepEqual((await ask(json([inMadrid]), address)).got, { outcome: 'conflict' })
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
      const { got, troubles } = await ask(json([result(point)]))
      assert.deepEqual([got, troubles.length], [{ outcome: 'unavailable' }, 1])
    })
  }

  test('a good result beside a bad one is taken', async () => {
    assert.equal((await ask(json([result({ lat: 'NaN' }), result()]))).got.outcome, 'located')
  })
})

const troubles: Record<string, [answer: (response: ServerResponse) => void, tries: number]> = {
  '503 text': [text('Query took too long to process.', 503), 2],
  '500 JSON': [json({ error: 'x' }, 500), 2],
  '400 text': [text('Parameter "format" must be one of', 400), 1],
  '401': [json({ error: 'Invalid key' }, 401), 1],
  '403': [text('Access blocked', 403), 1],
  '404 of another service': [text('not here', 404), 1],
  '429': [text('Too many requests', 429), 1],
  'a redirect': [(response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(), 1],
  'garbage with 200': [text('<html>', 200), 1],
  'an object with 200': [json({ features: [] }), 1],
  'a list of something else': [json([42, null, 'x']), 1],
  truncated: [
    (response) =>
      void response.writeHead(200, { 'content-length': '500' }).write('[{', () => response.destroy()),
    2,
  ],
  'cut off': [(response) => response.destroy(), 2],
  'over 1 MB': [text(`[${' '.repeat(1_100_000)}]`, 200), 2],
}
for (const [what, [answer, tries]] of Object.entries(troubles)) {
  test(`an engine in trouble is unavailable: ${what}: ${tries} ${tries === 1 ? 'try' : 'tries'}`, async () => {
    const { got, troubles: reported, requests } = await ask(answer)
    assert.deepEqual([got, requests.length], [{ outcome: 'unavailable' }, tries])
    assert.equal(reported.length, 1)
    assert.doesNotMatch(reported.join(), /Mayor/, 'without the address')
  })
}

test('an engine in trouble is unavailable: slow: two tries within the time', async () => {
  const { got, requests } = await ask(() => {}, asked, { NOMINATIM_TIMEOUT_MS: '200' })
  assert.deepEqual([got, requests.length], [{ outcome: 'unavailable' }, 2])
})

test('an engine in trouble is unavailable: the second try may succeed', async () => {
  let tries = 0
  const { got } = await ask((response) => (++tries === 1 ? text('busy', 503) : json([result()]))(response))
  assert.equal(got.outcome, 'located')
})

test('an engine in trouble is unavailable: connection refused', async () => {
  const server = await serve(() => {})
  await server[Symbol.asyncDispose]()
  const engine = nominatim.connect(settings({ NOMINATIM_URL: server.url }))
  assert.deepEqual(await engine.geocode(asked), { outcome: 'unavailable' })
})

test('an engine in trouble is unavailable: after five failures in a row it is left alone for a while', async () => {
  await using server = await serve(text('blocked', 403))
  const engine = nominatim.connect(settings({ NOMINATIM_URL: server.url }))
  for (let i = 0; i < 8; i++) assert.deepEqual(await engine.geocode(asked), { outcome: 'unavailable' })
  assert.equal(server.requests.length, 5)
})

for (const status of [429, 503]) {
  test(`an engine in trouble is unavailable: ${status} with Retry-After: no second try, and no call before the span is over`, async () => {
    await using server = await serve((response) => {
      response.writeHead(status, { 'retry-after': '120' }).end('busy')
    })
    const engine = nominatim.connect(settings({ NOMINATIM_URL: server.url }))
    const first = await engine.geocode(asked)
    assert.deepEqual(first, { outcome: 'unavailable', retryAfterSeconds: 120 })
    const second = await engine.geocode('Calle de Alcalá 1, 28014 Madrid')
    assert.equal(second.outcome, 'unavailable')
    assert.ok('retryAfterSeconds' in second && second.retryAfterSeconds <= 120)
    assert.equal(server.requests.length, 1)
  })
}

test('an engine in trouble is unavailable: Retry-After: 0 asks for no wait', async () => {
  await using server = await serve((response) => response.writeHead(503, { 'retry-after': '0' }).end('busy'))
  const engine = nominatim.connect(settings({ NOMINATIM_URL: server.url }))
  assert.deepEqual(await engine.geocode(asked), { outcome: 'unavailable' })
  assert.equal(server.requests.length, 2)
})

test("an engine in trouble is unavailable: the caller's own abort is not a failure of the engine", async () => {
  await using server = await serve(() => {})
  const engine = nominatim.connect(settings({ NOMINATIM_URL: server.url }))
  await assert.rejects(engine.geocode(asked, AbortSignal.abort(new Error('gone'))), /gone/)
})

describe('the address in the result of the engine', () => {
  test('400 "Nothing to search for." and 404 "Unable to geocode" are not found', async () => {
    const nothing = { error: { code: 400, message: 'Nothing to search for.' } }
    assert.deepEqual((await ask(json(nothing, 400))).got, { outcome: 'not_found' })
    assert.deepEqual((await ask(json({ error: 'Unable to geocode' }, 404))).got, { outcome: 'not_found' })
  })
})
