import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectRouter,
  drive,
  type RouteAnswer,
  routeEnd,
  routeJson,
  startRouter,
} from '../../../test/support/routing-engines.ts'
import type { End } from '../router.ts'

/* What only OSRM does; engines.test.ts has what every router over HTTP does. */

const [madrid, barcelona] = [routeEnd(40.4168, -3.7038), routeEnd(41.3874, 2.1686)]
const okBody = drive.osrm(620.7496, 21_601.2)
const ok = routeJson(200, okBody)
const query = 'overview=false&alternatives=false&steps=false'

test('the request names the profile and both ends', async () => {
  await using engine = await startRouter('osrm', [ok])
  await engine.router.route(madrid, barcelona)
  assert.deepEqual(engine.asked, [`GET /route/v1/driving/-3.703800,40.416800;2.168600,41.387400?${query}`])
})

test('the line of the road is asked for only when it is drawn', async () => {
  await using engine = await startRouter('osrm', [ok])
  await engine.router.road?.(madrid, barcelona)
  const drawn = 'overview=simplified&geometries=polyline&alternatives=false&steps=false'
  assert.deepEqual(engine.asked, [`GET /route/v1/driving/-3.703800,40.416800;2.168600,41.387400?${drawn}`])
})

test('the profile and a path before the service are those of the settings', async () => {
  await using engine = await startRouter('osrm', [ok])
  const router = connectRouter('osrm', `${engine.url}/osrm/`, { OSRM_PROFILE: 'van' })
  await router.route(madrid, barcelona)
  assert.match(engine.asked[0] ?? '', /^GET \/osrm\/route\/v1\/van\/-3\.7038/)
})

test('a position next to the meridian is written in plain decimals', async () => {
  await using engine = await startRouter('osrm', [ok])
  await engine.router.route(routeEnd(40, 1e-7), barcelona)
  assert.match(engine.asked[0] ?? '', /\/0\.000000,40\.000000;/)
})

/** Two towns with roads, given as `lon,lat`. Other positions are moved to the nearer town. */
const answerNearKnownTowns: RouteAnswer = (request, response, body) => {
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
  const waypoints = [{ distance: snap(asked[0], asked[1]) }, { distance: snap(asked[2], asked[3]) }]
  routeJson(200, { ...okBody, waypoints })(request, response, body)
}

const swapped = (place: End) => ({ ...place, lat: place.lon, lon: place.lat })

test('longitude comes first: an engine that knows only Madrid and Barcelona finds them', async () => {
  await using engine = await startRouter('osrm', [answerNearKnownTowns])
  assert.equal((await engine.router.route(madrid, barcelona)).outcome, 'routed')
  assert.equal((await engine.router.route(swapped(madrid), swapped(barcelona))).outcome, 'unavailable')
})

for (const [code, reason] of [
  ['InvalidQuery', 'answered InvalidQuery'],
  ['TooBig', 'answered TooBig'],
  ['no road at -3.7,40.4', 'answered in an unknown shape'],
])
  test(`the code ${code} is a failure of the engine`, async () => {
    await using engine = await startRouter('osrm', [routeJson(400, { code })])
    assert.deepEqual(await engine.router.route(madrid, barcelona), { outcome: 'unavailable', reason })
  })

for (const [what, change] of Object.entries({
  'no routes': { routes: [] },
  'a null route': { routes: [null] },
  'no waypoints': { waypoints: undefined },
  'one waypoint': { waypoints: [{ distance: 1 }] },
}))
  test(`${what}: an unknown shape`, async () => {
    await using engine = await startRouter('osrm', [routeJson(200, { ...okBody, ...change })])
    const routed = await engine.router.route(madrid, barcelona)
    assert.deepEqual(routed, { outcome: 'unavailable', reason: 'answered in an unknown shape' })
  })

test('an end far from any road it knows makes its answer worthless, unless the position was that unsure', async () => {
  const waypoints = [{ distance: 1_800 }, { distance: 9 }]
  await using engine = await startRouter('osrm', [routeJson(200, { ...okBody, waypoints })])
  assert.equal((await engine.router.route(madrid, barcelona)).outcome, 'unavailable')
  const village = { ...madrid, uncertaintyKm: 3, precision: 'locality' as const }
  assert.equal((await engine.router.route(village, barcelona)).outcome, 'routed')
})
