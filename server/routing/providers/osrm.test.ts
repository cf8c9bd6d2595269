import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { readEnv } from '../../lib/env.ts'
import type { End, Router } from '../router.ts'
import { osrm } from './osrm.ts'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** A local engine that sends the given responses in order, repeats the last one, and records its requests. */
async function startEngine(...answers: Answer[]) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    answers[Math.min(asked.length, answers.length) - 1]?.(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    url,
    router: connect({ OSRM_URL: url }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function connect(env: Record<string, string>): Router {
  const settings = readEnv(osrm.env, env)
  assert.ok(settings.ok)
  return osrm.connect(settings.value)
}

const json =
  (status: number, body: unknown): Answer =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }

const waypoint = (lon: number, lat: number, distance = 4.2) => ({
  hint: 'x',
  name: '',
  location: [lon, lat],
  distance,
})
const okBody = {
  code: 'Ok',
  routes: [
    { distance: 620_749.6, duration: 21_601.2, weight: 21_601.2, weight_name: 'routability', legs: [] },
  ],
  waypoints: [waypoint(-3.7038, 40.4168), waypoint(2.1686, 41.3874)],
}
const refused = (code: string) => json(400, { code, message: 'Impossible route between points' })

const end = (lat: number, lon: number, more: Partial<End> = {}): End => ({
  lat,
  lon,
  uncertaintyKm: 0.05,
  precision: 'house',
  countryCode: 'ES',
  provinceCode: null,
  ...more,
})
const [madrid, barcelona] = [end(40.4168, -3.7038), end(41.3874, 2.1686)]

test('a route is kilometres of one decimal and whole minutes, rounded up', async () => {
  await using engine = await startEngine(json(200, okBody))
  assert.deepEqual(await engine.router.route(madrid, barcelona), {
    outcome: 'routed',
    distanceKm: 620.7,
    driveMinutes: 361,
    source: 'osrm',
    approximate: false,
  })
  assert.deepEqual(engine.asked, [
    '/route/v1/driving/-3.703800,40.416800;2.168600,41.387400?overview=false&alternatives=false&steps=false',
  ])
})

test('the profile and a path before the service are those of the settings', async () => {
  await using engine = await startEngine(json(200, okBody))
  await connect({ OSRM_URL: `${engine.url}/osrm/`, OSRM_PROFILE: 'van' }).route(madrid, barcelona)
  assert.match(engine.asked[0] ?? '', /^\/osrm\/route\/v1\/van\/-3\.7038/)
})

test('a position next to the meridian is written in plain decimals', async () => {
  await using engine = await startEngine(json(200, okBody))
  await engine.router.route(end(40, 1e-7), barcelona)
  assert.match(engine.asked[0] ?? '', /\/0\.000000,40\.000000;/)
})

/** Two towns with roads, given as `lon,lat`. Other positions are moved to the nearer town. */
const answerNearKnownTowns: Answer = (response, request) => {
  const asked =
    /driving\/([^,]+),([^;]+);([^,]+),([^?]+)\?/
      .exec(request.url ?? '')
      ?.slice(1)
      .map(Number) ?? []
  const towns = [
    [-3.7038, 40.4168],
    [2.1686, 41.3874],
  ]
  const snap = (lon = 0, lat = 0) =>
    Math.min(...towns.map(([x = 0, y = 0]) => Math.hypot(lon - x, lat - y) * 100_000))
  const waypoints = [waypoint(0, 0, snap(asked[0], asked[1])), waypoint(0, 0, snap(asked[2], asked[3]))]
  json(200, { ...okBody, waypoints })(response, request)
}

const swapped = (place: End) => ({ ...place, lat: place.lon, lon: place.lat })

test('longitude comes first: an engine that knows only Madrid and Barcelona finds them', async () => {
  await using engine = await startEngine(answerNearKnownTowns)
  assert.equal((await engine.router.route(madrid, barcelona)).outcome, 'routed')
  assert.equal((await engine.router.route(swapped(madrid), swapped(barcelona))).outcome, 'unavailable')
})

test('no route is a fact about the places', async () => {
  await using engine = await startEngine(refused('NoRoute'))
  assert.deepEqual(await engine.router.route(madrid, barcelona), { outcome: 'not_drivable' })
  assert.equal(engine.asked.length, 1)
})

const faulty: Record<string, { answer: Answer; reason: string; tries?: number }> = {
  NoSegment: { answer: refused('NoSegment'), reason: 'answered NoSegment' },
  InvalidQuery: { answer: refused('InvalidQuery'), reason: 'answered InvalidQuery' },
  InvalidUrl: { answer: refused('InvalidUrl'), reason: 'answered InvalidUrl' },
  TooBig: { answer: refused('TooBig'), reason: 'answered TooBig' },
  'a code that quotes the place': {
    answer: json(400, { code: 'no road at -3.7,40.4' }),
    reason: 'answered in an unknown shape',
  },
  'HTTP 500': { answer: json(500, 'oops'), reason: 'answered HTTP 500', tries: 2 },
  'HTTP 502': { answer: json(502, '<html>'), reason: 'answered HTTP 502', tries: 2 },
  'HTTP 429': { answer: json(429, { code: 'Ok' }), reason: 'answered HTTP 429' },
  'HTTP 404': { answer: json(404, ''), reason: 'answered HTTP 404' },
  'HTML with 200': { answer: json(200, '<html>-3.7038,40.4168</html>'), reason: 'SyntaxError' },
  'truncated JSON': { answer: json(200, JSON.stringify(okBody).slice(0, 90)), reason: 'SyntaxError' },
  'empty body': { answer: json(200, ''), reason: 'SyntaxError' },
  'more than a megabyte': {
    answer: json(200, { ...okBody, padding: 'x'.repeat(1_100_000) }),
    reason: 'UND_ERR_RES_EXCEEDED_MAX_SIZE',
  },
  null: { answer: json(200, 'null'), reason: 'answered in an unknown shape' },
  'a list': { answer: json(200, []), reason: 'answered in an unknown shape' },
  'no routes': { answer: json(200, { ...okBody, routes: [] }), reason: 'answered in an unknown shape' },
  'a null route': {
    answer: json(200, { ...okBody, routes: [null] }),
    reason: 'answered in an unknown shape',
  },
  'a null distance': {
    answer: json(200, { ...okBody, routes: [{ distance: null, duration: 1 }] }),
    reason: 'answered in an unknown shape',
  },
  'a text for a distance': {
    answer: json(200, { ...okBody, routes: [{ distance: '620', duration: 1 }] }),
    reason: 'answered in an unknown shape',
  },
  'a distance below nothing': {
    answer: json(200, { ...okBody, routes: [{ distance: -1, duration: 1 }] }),
    reason: 'answered in an unknown shape',
  },
  'an endless distance': {
    answer: json(200, JSON.stringify(okBody).replace('620749.6', '1e999')),
    reason: 'answered in an unknown shape',
  },
  'no waypoints': {
    answer: json(200, { code: 'Ok', routes: okBody.routes }),
    reason: 'answered in an unknown shape',
  },
  'one waypoint': {
    answer: json(200, { ...okBody, waypoints: okBody.waypoints.slice(1) }),
    reason: 'answered in an unknown shape',
  },
  'a lost connection': { answer: (response) => response.destroy(), reason: 'UND_ERR_SOCKET', tries: 2 },
}
for (const [name, { answer, reason, tries = 1 }] of Object.entries(faulty)) {
  test(`unavailable, and the reason says nothing of the place: ${name}`, async () => {
    await using engine = await startEngine(answer)
    assert.deepEqual(await engine.router.route(madrid, barcelona), { outcome: 'unavailable', reason })
    assert.equal(engine.asked.length, tries)
  })
}

test('a redirect is not followed', async () => {
  await using elsewhere = await startEngine(json(200, okBody))
  await using engine = await startEngine((response) => {
    response.writeHead(302, { location: elsewhere.url }).end()
  })
  assert.deepEqual(await engine.router.route(madrid, barcelona), {
    outcome: 'unavailable',
    reason: 'answered HTTP 302',
  })
  assert.equal(elsewhere.asked.length, 0)
})

test('one failure is forgiven', async () => {
  await using engine = await startEngine(json(503, ''), json(200, okBody))
  assert.equal((await engine.router.route(madrid, barcelona)).outcome, 'routed')
  assert.equal(engine.asked.length, 2)
})

test('silence is cut off, and asked about once more', async () => {
  await using engine = await startEngine(() => {})
  const impatient = connect({ OSRM_URL: engine.url, OSRM_TIMEOUT_MS: '60' })
  assert.deepEqual(await impatient.route(madrid, barcelona), {
    outcome: 'unavailable',
    reason: 'TimeoutError',
  })
  assert.equal(engine.asked.length, 2)
})

test('a body that never ends is cut off too', async () => {
  await using engine = await startEngine((response) => {
    response.writeHead(200).write('{"code":')
  })
  const impatient = connect({ OSRM_URL: engine.url, OSRM_TIMEOUT_MS: '60' })
  assert.deepEqual(await impatient.route(madrid, barcelona), {
    outcome: 'unavailable',
    reason: 'TimeoutError',
  })
})

test('an engine that does not run is unavailable', async () => {
  const engine = await startEngine(json(200, okBody))
  await engine[Symbol.asyncDispose]()
  assert.deepEqual(await engine.router.route(madrid, barcelona), {
    outcome: 'unavailable',
    reason: 'ECONNREFUSED',
  })
})

for (const status of [429, 503]) {
  test(`${status} with Retry-After: no second try, and no call before the span is over`, async () => {
    const busy: Answer = (response) => response.writeHead(status, { 'retry-after': '120' }).end('busy')
    await using engine = await startEngine(busy, json(200, okBody))
    assert.deepEqual(await engine.router.route(madrid, barcelona), {
      outcome: 'unavailable',
      reason: `answered HTTP ${status}`,
      retryAfterSeconds: 120,
    })
    const routed = await engine.router.route(barcelona, madrid)
    assert.ok(routed.outcome === 'unavailable' && Number(routed.retryAfterSeconds) <= 120)
    assert.equal(engine.asked.length, 1)
  })
}

test('a caller that gives up is not asked for', async () => {
  const gone = new AbortController()
  await using engine = await startEngine(() => gone.abort())
  const routed = await engine.router.route(madrid, barcelona, gone.signal)
  assert.deepEqual(routed, { outcome: 'unavailable', reason: 'AbortError' })
  assert.equal(engine.asked.length, 1)
})

test('an end far from any road it knows makes its answer worthless, unless the position was that unsure', async () => {
  const snapped = [waypoint(-3.7, 40.4, 1_800), waypoint(2.1, 41.3)]
  await using engine = await startEngine(json(200, { ...okBody, waypoints: snapped }))
  assert.deepEqual(await engine.router.route(madrid, barcelona), {
    outcome: 'unavailable',
    reason: 'knows no road near one end',
  })
  const village = { ...madrid, uncertaintyKm: 3, precision: 'locality' as const }
  assert.equal((await engine.router.route(village, barcelona)).outcome, 'routed')
})

test('two addresses of one town that have one point are not 0 km apart', async () => {
  const nowhere = { ...okBody, routes: [{ distance: 0, duration: 0 }] }
  await using engine = await startEngine(json(200, nowhere))
  const town = { ...madrid, uncertaintyKm: 5, precision: 'locality' as const }
  assert.deepEqual(await engine.router.route(town, town), {
    outcome: 'routed',
    distanceKm: 5,
    driveMinutes: 12,
    source: 'osrm',
    approximate: true,
  })
})

test('settings: an address is required and must be one', () => {
  assert.deepEqual(readEnv(osrm.env, {}), { ok: false, faults: ['OSRM_URL is required'] })
  for (const OSRM_URL of ['osrm:5000', 'ftp://127.0.0.1', 'http://127.0.0.1/?key=1']) {
    assert.equal(readEnv(osrm.env, { OSRM_URL }).ok, false, OSRM_URL)
  }
})
