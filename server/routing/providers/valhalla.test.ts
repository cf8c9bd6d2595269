import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  connectRouter,
  drive,
  routeEnd,
  routeJson,
  startRouter,
} from '../../../test/support/routing-engines.ts'

/* What only Valhalla does; engines.test.ts has what every router over HTTP does. */

const [madrid, barcelona] = [routeEnd(40.4168, -3.7038), routeEnd(41.3874, 2.1686)]
const okBody = drive.valhalla(620.7496, 21_601.2)
const ok = routeJson(200, okBody)

test('the request has both ends, the vehicle, kilometres and no ferry', async () => {
  await using engine = await startRouter('valhalla', [ok], { VALHALLA_COSTING: 'truck' })
  const village = { ...barcelona, uncertaintyKm: 3, precision: 'locality' as const }
  await engine.router.route(madrid, village)
  assert.deepEqual(engine.asked, ['POST /route'])
  assert.deepEqual(JSON.parse(engine.bodies[0] ?? ''), {
    locations: [
      { lat: 40.4168, lon: -3.7038, search_cutoff: 1_000 },
      { lat: 41.3874, lon: 2.1686, search_cutoff: 3_000 },
    ],
    costing: 'truck',
    costing_options: { truck: { use_ferry: 0 } },
    units: 'kilometers',
    directions_type: 'none',
  })
})

test('a path before the service is that of the setting', async () => {
  await using engine = await startRouter('valhalla', [ok])
  await connectRouter('valhalla', `${engine.url}/valhalla/`).route(madrid, barcelona)
  assert.deepEqual(engine.asked, ['POST /valhalla/route'])
})

test('a drive that needs a ferry is not drivable, as between islands', async () => {
  const { trip } = okBody as { trip: { summary: object } }
  const ferry = { trip: { ...trip, summary: { ...trip.summary, has_ferry: true } } }
  await using engine = await startRouter('valhalla', [routeJson(200, ferry)])
  assert.deepEqual(await engine.router.route(madrid, barcelona), { outcome: 'not_drivable' })
  assert.deepEqual(await engine.router.road?.(madrid, barcelona), { outcome: 'not_drivable' })
})

test('the road is drawn from the same request as the distance is measured', async () => {
  await using engine = await startRouter('valhalla', [ok])
  await engine.router.route(madrid, barcelona)
  await engine.router.road?.(madrid, barcelona)
  assert.deepEqual(engine.asked, ['POST /route', 'POST /route'])
  assert.equal(engine.bodies[0], engine.bodies[1])
})

test('miles are refused: they would be charged as kilometres', async () => {
  const { trip } = okBody as { trip: object }
  await using engine = await startRouter('valhalla', [routeJson(200, { trip: { ...trip, units: 'miles' } })])
  const routed = await engine.router.route(madrid, barcelona)
  assert.deepEqual(routed, { outcome: 'unavailable', reason: 'answered in an unknown shape' })
})

for (const [code, what] of [
  [154, 'a trip longer than it was set up for'],
  [150, 'too many locations'],
  [125, 'an unknown costing'],
])
  test(`error ${code}, ${what}, is a failure of the engine`, async () => {
    await using engine = await startRouter('valhalla', [
      routeJson(400, { error_code: code, error: 'near 40.4168,-3.7038', status_code: 400 }),
    ])
    const routed = await engine.router.route(madrid, barcelona)
    assert.deepEqual(routed, { outcome: 'unavailable', reason: `answered error ${code}` })
  })
