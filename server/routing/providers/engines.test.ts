import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { maxRoadPoints } from '#contract/app/way.ts'
import { motorway, motorwayLine } from '../../../test/support/roads.ts'
import {
  connectRouter,
  decimals,
  drive,
  type RouteAnswer,
  refusals,
  routeEnd,
  routeJson,
  routerEnv,
  routerNames,
  startRouter,
} from '../../../test/support/routing-engines.ts'
import { readEnv } from '../../lib/env.ts'
import { decodePolyline, encodePolyline } from '../polyline.ts'
import { routerProviders } from './index.ts'

/* Decision 55: what every router over HTTP has to do. */

const [madrid, barcelona] = [routeEnd(40.4168, -3.7038), routeEnd(41.3874, 2.1686)]
const unknownShape = 'answered in an unknown shape'

for (const name of routerNames) {
  const ok = routeJson(200, drive[name](620.7496, 21_601.2))

  describe(name, () => {
    test('a route is kilometres of one decimal and whole minutes, rounded up', async () => {
      await using engine = await startRouter(name, [ok])
      assert.deepEqual(await engine.router.route(madrid, barcelona), {
        outcome: 'routed',
        distanceKm: 620.7,
        driveMinutes: 361,
        source: name,
        approximate: false,
      })
    })

    test('no road between the ends is a fact about them', async () => {
      for (const noRoute of refusals[name].noRoute) {
        await using engine = await startRouter(name, [noRoute])
        assert.deepEqual(await engine.router.route(madrid, barcelona), { outcome: 'not_drivable' })
        assert.equal(engine.asked.length, 1)
      }
    })

    test('no road near an end is a map of another region', async () => {
      await using engine = await startRouter(name, [refusals[name].noRoadNear])
      assert.deepEqual(await engine.router.route(madrid, barcelona), {
        outcome: 'unavailable',
        reason: 'knows no road near one end: its map may be of another region',
      })
    })

    test('two addresses of one town that have one point are not 0 km apart', async () => {
      await using engine = await startRouter(name, [routeJson(200, drive[name](0, 0))])
      const town = { ...madrid, uncertaintyKm: 5, precision: 'locality' as const }
      assert.deepEqual(await engine.router.route(town, town), {
        outcome: 'routed',
        distanceKm: 5,
        driveMinutes: 12,
        source: name,
        approximate: true,
      })
    })

    test('one failure is forgiven', async () => {
      await using engine = await startRouter(name, [routeJson(503, ''), ok])
      assert.equal((await engine.router.route(madrid, barcelona)).outcome, 'routed')
      assert.equal(engine.asked.length, 2)
    })

    test('settings: an address is required and must be one', () => {
      const { env } = routerProviders[name]
      const variable = `${name.toUpperCase()}_URL`
      assert.deepEqual(readEnv(env, {}), { ok: false, faults: [`${variable} is required`] })
      for (const url of ['engine:5000', 'ftp://127.0.0.1', 'http://127.0.0.1/?key=1'])
        assert.equal(readEnv(env, routerEnv(name, url)).ok, false, url)
    })
  })
}

for (const name of routerNames) {
  const ok = drive[name](620.7496, 21_601.2)
  const text = JSON.stringify(ok)
  const faulty: Record<string, { answer: RouteAnswer; reason: string; tries?: number }> = {
    'a refused key (401)': { answer: routeJson(401, {}), reason: 'HTTP 401 (key or access refused)' },
    'a refused client (403)': { answer: routeJson(403, ''), reason: 'HTTP 403 (key or access refused)' },
    'an unpaid quota (402)': { answer: routeJson(402, {}), reason: 'HTTP 402 (quota used up)' },
    'a used-up quota (429)': { answer: routeJson(429, ok), reason: 'HTTP 429 (quota used up)' },
    'HTTP 500': { answer: routeJson(500, 'oops'), reason: 'HTTP 500', tries: 2 },
    'HTTP 502': { answer: routeJson(502, '<html>'), reason: 'HTTP 502', tries: 2 },
    'HTTP 404': { answer: routeJson(404, ''), reason: 'HTTP 404' },
    'HTML with 200': { answer: routeJson(200, '<html>-3.7038,40.4168</html>'), reason: unknownShape },
    'truncated JSON': { answer: routeJson(200, text.slice(0, 60)), reason: unknownShape },
    'empty body': { answer: routeJson(200, ''), reason: unknownShape },
    'more than a megabyte': {
      answer: routeJson(200, { ...ok, padding: 'x'.repeat(1_100_000) }),
      reason: 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
      tries: 2,
    },
    null: { answer: routeJson(200, 'null'), reason: unknownShape },
    'a list': { answer: routeJson(200, []), reason: unknownShape },
    'an error without a code': { answer: routeJson(400, { message: '-3.7,40.4' }), reason: unknownShape },
    'a drive with an error status': { answer: routeJson(400, ok), reason: unknownShape },
    'a null distance': {
      answer: routeJson(200, text.replaceAll(/620\.?749\.?6?/g, 'null')),
      reason: unknownShape,
    },
    'a text for a distance': {
      answer: routeJson(200, text.replaceAll(/620\.?749\.?6?/g, '"620"')),
      reason: unknownShape,
    },
    'a distance below nothing': {
      answer: routeJson(200, text.replaceAll(/620\.?749\.?6?/g, '-1')),
      reason: unknownShape,
    },
    'an endless distance': {
      answer: routeJson(200, text.replaceAll(/620\.?749\.?6?/g, '1e999')),
      reason: unknownShape,
    },
    'a lost connection': {
      answer: (_request, response) => void response.destroy(),
      reason: 'UND_ERR_SOCKET',
      tries: 2,
    },
  }

  describe(`${name} in trouble is unavailable, and the reason says nothing of the place`, () => {
    for (const [what, { answer, reason, tries = 1 }] of Object.entries(faulty)) {
      test(what, async () => {
        await using engine = await startRouter(name, [answer])
        assert.deepEqual(await engine.router.route(madrid, barcelona), { outcome: 'unavailable', reason })
        assert.equal(engine.asked.length, tries)
      })
    }
  })
}

for (const name of routerNames) {
  const ok = drive[name](620.7496, 21_601.2)
  describe(`${name} over a bad connection`, () => {
    test('a redirect is not followed', async () => {
      await using elsewhere = await startRouter(name, [routeJson(200, ok)])
      await using engine = await startRouter(name, [
        (_request, response) => void response.writeHead(302, { location: elsewhere.url }).end(),
      ])
      const routed = await engine.router.route(madrid, barcelona)
      assert.deepEqual(routed, { outcome: 'unavailable', reason: 'HTTP 302' })
      assert.equal(elsewhere.asked.length, 0)
    })

    test('silence, or a body that never ends, is cut off and asked about once more', async () => {
      const endless: RouteAnswer = (_request, response) => void response.writeHead(200).write('{"code":')
      for (const answer of [(() => {}) as RouteAnswer, endless]) {
        await using engine = await startRouter(name, [answer], { [`${name.toUpperCase()}_TIMEOUT_MS`]: '60' })
        assert.deepEqual(await engine.router.route(madrid, barcelona), {
          outcome: 'unavailable',
          reason: 'TimeoutError (too slow)',
        })
        assert.equal(engine.asked.length, 2)
      }
    })

    test('no process listens', async () => {
      const engine = await startRouter(name, [])
      await engine[Symbol.asyncDispose]()
      const routed = await connectRouter(name, engine.url).route(madrid, barcelona)
      assert.deepEqual(routed, { outcome: 'unavailable', reason: 'ECONNREFUSED' })
    })

    for (const status of [429, 503]) {
      test(`${status} with Retry-After: no second try, and no call before the span is over`, async () => {
        const busy: RouteAnswer = (_request, response) =>
          void response.writeHead(status, { 'retry-after': '120' }).end('busy')
        await using engine = await startRouter(name, [busy, routeJson(200, ok)])
        for (const ends of [
          [madrid, barcelona],
          [barcelona, madrid],
        ] as const) {
          const routed = await engine.router.route(...ends)
          assert.ok(routed.outcome === 'unavailable' && Number(routed.retryAfterSeconds) <= 120)
          assert.match(routed.reason ?? '', new RegExp(`HTTP ${status}`))
        }
        assert.equal(engine.asked.length, 1)
      })
    }

    test('a caller that gives up is not asked for', async () => {
      const gone = new AbortController()
      await using engine = await startRouter(name, [() => gone.abort()])
      const routed = await engine.router.route(madrid, barcelona, gone.signal)
      assert.deepEqual(routed, { outcome: 'unavailable', reason: 'AbortError' })
      assert.equal(engine.asked.length, 1)
    })
  })
}

for (const name of routerNames) {
  const [from, to] = [routeEnd(40.4168, -3.7038), routeEnd(41.6488, -0.8891)]
  const drawn = drive[name](318, 11_400, motorway)
  const line = JSON.stringify(encodePolyline(motorway, decimals[name])).slice(1, -1)
  /** The same answer with another line. */
  const withLine = (other: string) => JSON.stringify(drawn).replace(`"${line}"`, () => other)
  const swapped = motorway.map(({ lat, lon }) => ({ lat: lon, lon: lat }))

  describe(`${name} draws the road`, () => {
    test('as a polyline with five decimals, from the pickup to the drop-off', async () => {
      await using engine = await startRouter(name, [routeJson(200, drawn)])
      assert.deepEqual(await engine.router.road?.(from, to), { outcome: 'drawn', line: motorwayLine })
      assert.equal(engine.asked.length, 1)
    })

    test('with at most 200 positions', async () => {
      const winding = Array.from({ length: 9_001 }, (_, i) => ({
        lat: from.lat + ((to.lat - from.lat) * i) / 9_000 + Math.sin(i) / 500,
        lon: from.lon + ((to.lon - from.lon) * i) / 9_000,
      }))
      await using engine = await startRouter(name, [routeJson(200, drive[name](318, 11_400, winding))])
      const road = await engine.router.road?.(from, to)
      assert.ok(road?.outcome === 'drawn')
      assert.equal(decodePolyline(road.line)?.length, maxRoadPoints)
    })

    test('not where no road leads', async () => {
      for (const noRoute of refusals[name].noRoute) {
        await using engine = await startRouter(name, [noRoute])
        assert.deepEqual(await engine.router.road?.(from, to), { outcome: 'not_drivable' })
      }
    })

    for (const [what, answer] of Object.entries({
      'no line': drive[name](318, 11_400),
      'a null line': withLine('null'),
      'a list': withLine('[[-3.7038,40.4168]]'),
      'an empty text': withLine('""'),
      'another text': withLine('"Calle Mayor"'),
      'a line that is cut off': withLine(`"${line.slice(0, 30)}"`),
      'swapped coordinates': drive[name](318, 11_400, swapped),
      'the way back': drive[name](318, 11_400, motorway.toReversed()),
      'more positions than numbers can be': withLine(`"${'~'.repeat(10_000)}"`),
    }))
      test(`an answer with ${what} is a failure of the engine, and its reason names no place`, async () => {
        await using engine = await startRouter(name, [routeJson(200, answer)])
        const road = await engine.router.road?.(from, to)
        assert.deepEqual(road, { outcome: 'unavailable', reason: unknownShape })
        assert.equal(engine.asked.length, 1)
      })

    test('a busy engine is not asked again before the span is over, for a price neither', async () => {
      const busy: RouteAnswer = (_request, response) =>
        void response.writeHead(429, { 'retry-after': '120' }).end('busy')
      await using engine = await startRouter(name, [busy, routeJson(200, drawn)])
      for (const asked of [await engine.router.road?.(from, to), await engine.router.route(from, to)])
        assert.ok(asked?.outcome === 'unavailable' && Number(asked.retryAfterSeconds) <= 120)
      assert.equal(engine.asked.length, 1)
    })
  })
}
