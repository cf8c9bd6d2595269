import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { serve } from '../../../test/support/geocoding.ts'
import {
  type Answer,
  answering,
  answeringWith,
  connectGeocoder,
  engineData,
  engineNames,
  json,
  plain,
  startEngine,
} from '../../../test/support/street-geocoders.ts'
import type { Geocoded } from '../geocoder.ts'

/* Decision 55: what every geocoder of streets has to do, over the answers of its file in test/data/engines. */

const house = 'Calle de Alcalá 1, 28014 Madrid'

const brief = (found: Geocoded) =>
  found.outcome === 'located'
    ? `${found.precision} ${found.lat.toFixed(3)} ${found.lon.toFixed(3)}`
    : found.outcome

const cases: Record<string, [address: string, expected: string]> = {
  'a house is located as a house': [house, 'house 40.417 -3.702'],
  'small letters and line breaks are the same address': [house.toLowerCase(), 'house 40.417 -3.702'],
  'an unknown house number is its street': ['Calle de Alcalá 9999, 28014 Madrid', 'street'],
  'an address without a number is its street': ['Calle de Alcalá, 28014 Madrid', 'street'],
  'a town is not mistaken for its province': ['Alcalá de Henares, Madrid', 'locality 40.482 -3.364'],
  'nothing known is not found': ['Xyzzy 1, 28014 Madrid', 'not_found'],
  'a street whose name only begins alike is not it': ['Calle de Alcalá Galiano 5, 28014 Madrid', 'not_found'],
  'the same street in a neighbouring town is not it': ['Calle Madrid 10, 28901 Getafe', 'not_found'],
  'a namesake with another postcode is not it': ['Calle de Alcalá 1, 28050 Madrid', 'not_found'],
}

for (const name of engineNames) {
  describe(name, () => {
    for (const [sentence, [address, expected]] of Object.entries(cases)) {
      test(sentence, async () => {
        await using engine = await startEngine(name)
        const found = brief(await engine.geocoder.geocode(address))
        assert.equal(found.slice(0, expected.length), expected)
      })
    }

    test('a located house has all that a job keeps', async () => {
      await using engine = await startEngine(name)
      const found = await engine.geocoder.geocode(house)
      assert.ok(found.outcome === 'located')
      const { locality, postcode, provinceCode, countryCode, provider, uncertaintyKm } = found
      assert.deepEqual(
        { locality, postcode, provinceCode, countryCode, provider, uncertaintyKm },
        {
          ...{ locality: 'Madrid', postcode: '28014', provinceCode: '28', countryCode: 'es' },
          ...{ provider: name, uncertaintyKm: 0.05 },
        },
      )
    })

    test('an address of another country is never located in Spain', async () => {
      await using engine = await startEngine(name, answeringWith(name, engineData(name).answers[house]))
      for (const address of ['Rua de Alcalá 1, 1100-053 Lisboa', 'Calle de Alcalá 1, F-28014 Madrid'])
        assert.match((await engine.geocoder.geocode(address)).outcome, /^(conflict|not_found)$/)
    })

    test('an address of another province is never located in this one', async () => {
      await using engine = await startEngine(name, answeringWith(name, engineData(name).answers[house]))
      for (const address of ['Calle de Alcalá 1, 08001 Barcelona', 'Calle de Alcalá 1, Toledo'])
        assert.match((await engine.geocoder.geocode(address)).outcome, /^(conflict|not_found)$/)
    })

    test('an engine that knows no address, nor its own capital, has data of another region', async () => {
      const { none } = engineData(name)
      await using engine = await startEngine(name, json(none))
      assert.deepEqual(await engine.geocoder.geocode(house), {
        outcome: 'unavailable',
        reason: 'does not find Madrid: its data may be of another region',
      })
    })

    test('an engine that has located something is believed when it finds nothing', async () => {
      await using engine = await startEngine(name)
      assert.equal((await engine.geocoder.geocode(house)).outcome, 'located')
      const asked = engine.requests.length
      assert.equal((await engine.geocoder.geocode('Xyzzy 1, 28014 Madrid')).outcome, 'not_found')
      assert.equal(engine.requests.length, asked + 1, 'without asking for the capital')
    })
  })
}

const troubles: Record<string, { answer: Answer; tries: number; reason: RegExp }> = {
  'a refused key (401)': { answer: json({ error: 'Invalid key' }, 401), tries: 1, reason: /401 \(key/ },
  'a refused client (403)': { answer: plain('Access blocked', 403), tries: 1, reason: /403 \(key/ },
  'an unpaid quota (402)': { answer: json({}, 402), tries: 1, reason: /402 \(quota/ },
  'a used-up quota (429)': { answer: plain('Too many requests', 429), tries: 1, reason: /429 \(quota/ },
  'a bad request (400)': { answer: json({ message: 'bad lang' }, 400), tries: 1, reason: /HTTP 400/ },
  'an unknown path (404)': { answer: plain('not here', 404), tries: 1, reason: /HTTP 404/ },
  'an error (500)': { answer: json({ error: 'x' }, 500), tries: 2, reason: /HTTP 500/ },
  'a slow query (503 text)': { answer: plain('Query took too long', 503), tries: 2, reason: /HTTP 503/ },
  'a redirect': { answer: plain('', 302, { location: 'http://127.0.0.1:1/' }), tries: 1, reason: /HTTP 302/ },
  HTML: { answer: plain('<html>', 200), tries: 1, reason: /another shape/ },
  'an empty body': { answer: plain('', 200), tries: 1, reason: /another shape/ },
  'another object': { answer: json({ results: [] }), tries: 1, reason: /another shape/ },
  'a list of something else': { answer: json([42, null, 'x']), tries: 1, reason: /another shape/ },
  'a truncated body': {
    answer: (response) =>
      void response.writeHead(200, { 'content-length': '500' }).write('[{', () => response.destroy()),
    tries: 2,
    reason: /UND_ERR/,
  },
  'a lost connection': { answer: (response) => void response.destroy(), tries: 2, reason: /UND_ERR/ },
  'more than 1 MB': { answer: plain(`[${' '.repeat(1_100_000)}]`, 200), tries: 2, reason: /MAX_SIZE/ },
}

for (const name of engineNames) {
  describe(`${name} in trouble is unavailable, never "not found"`, () => {
    for (const [what, { answer, tries, reason }] of Object.entries(troubles)) {
      test(`${what}: ${tries} ${tries === 1 ? 'try' : 'tries'}`, async () => {
        await using engine = await startEngine(name, answer)
        const found = await engine.geocoder.geocode(house)
        assert.ok(found.outcome === 'unavailable')
        assert.match(found.reason ?? '', reason)
        assert.doesNotMatch(found.reason ?? '', /alcal|127/i, 'without the address and the URL')
        assert.equal(engine.requests.length, tries)
      })
    }
  })
}

for (const name of engineNames) {
  describe(`${name} that does not answer is asked once more, and then left alone`, () => {
    test('silence: two tries within the time', async () => {
      const env = { [`${name.toUpperCase()}_TIMEOUT_MS`]: '200' }
      await using engine = await startEngine(name, () => {}, env)
      const found = await engine.geocoder.geocode(house)
      assert.deepEqual(found, { outcome: 'unavailable', reason: 'TimeoutError (too slow)' })
      assert.equal(engine.requests.length, 2)
    })

    test('the second try may succeed', async () => {
      let asked = 0
      const answer = answering(name)
      await using engine = await startEngine(name, (response, url) =>
        (++asked === 1 ? plain('busy', 503) : answer)(response, url),
      )
      assert.equal((await engine.geocoder.geocode(house)).outcome, 'located')
    })

    test('no process listens', async () => {
      const server = await serve(() => {})
      await server[Symbol.asyncDispose]()
      const found = await connectGeocoder(name, server.url).geocode(house)
      assert.deepEqual(found, { outcome: 'unavailable', reason: 'ECONNREFUSED' })
    })

    test('after five failures in a row it is left alone for a while, with the reason of the last', async () => {
      await using engine = await startEngine(name, plain('blocked', 403))
      for (let i = 0; i < 8; i++) {
        const found = await engine.geocoder.geocode(house)
        assert.match(found.outcome === 'unavailable' ? (found.reason ?? '') : '', /403/)
      }
      assert.equal(engine.requests.length, 5)
    })
  })

  describe(`${name} that asks for a pause has it`, () => {
    for (const status of [429, 503]) {
      test(`${status} with Retry-After: no second try, and no call before the span is over`, async () => {
        await using engine = await startEngine(name, plain('busy', status, { 'retry-after': '120' }))
        for (const address of [house, 'Gran Vía 1, 28013 Madrid']) {
          const found = await engine.geocoder.geocode(address)
          assert.ok(found.outcome === 'unavailable')
          assert.ok(Number(found.retryAfterSeconds) > 100 && Number(found.retryAfterSeconds) <= 120)
          assert.match(found.reason ?? '', new RegExp(`HTTP ${status}`))
        }
        assert.equal(engine.requests.length, 1)
      })
    }

    test('Retry-After: 0 asks for no wait', async () => {
      await using engine = await startEngine(name, plain('busy', 503, { 'retry-after': '0' }))
      const found = await engine.geocoder.geocode(house)
      assert.deepEqual(found, { outcome: 'unavailable', reason: 'HTTP 503' })
      assert.equal(engine.requests.length, 2)
    })

    test("the caller's own abort is not a failure of the engine", async () => {
      await using engine = await startEngine(name, () => {})
      await assert.rejects(engine.geocoder.geocode(house, AbortSignal.abort(new Error('gone'))), /gone/)
    })
  })
}
