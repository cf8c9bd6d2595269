import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chain } from './chain.ts'
import { embedded } from './providers/embedded.ts'
import type { Drawn, End, Routed, Router } from './router.ts'

const end = (lat: number, lon: number): End => ({
  lat,
  lon,
  uncertaintyKm: 2,
  precision: 'postcode',
  countryCode: 'ES',
  provinceCode: null,
})
const [madrid, barcelona, palma] = [end(40.4168, -3.7038), end(41.3874, 2.1686), end(39.5696, 2.6502)]

const detour = { ROUTE_DETOUR_BASE: 1.2, ROUTE_DETOUR_EXTRA: 0.2, ROUTE_DETOUR_SCALE_KM: 80 }
const estimate = embedded.connect(detour)

/** An engine that always returns the same result and counts its calls. */
function engine(name: string, routed: Routed): Router & { asked: () => number } {
  let asked = 0
  const route = () => {
    asked += 1
    return routed
  }
  return { name, route, asked: () => asked }
}

const road: Routed = {
  outcome: 'routed',
  distanceKm: 621,
  driveMinutes: 370,
  source: 'a',
  approximate: false,
}

test('the first engine that can say decides', async () => {
  const [first, second] = [engine('a', road), engine('b', { outcome: 'not_drivable' })]
  const router = chain([first, second])
  assert.equal(router.name, 'a,b')
  assert.deepEqual(await router.route(madrid, barcelona), road)
  assert.equal(second.asked(), 0)
})

test('an engine that is down is reported, and the estimate takes its place', async () => {
  const reported: string[] = []
  const down = engine('a', { outcome: 'unavailable', reason: 'ECONNREFUSED' })
  const router = chain([down, estimate], (name, reason) => reported.push(`${name}: ${reason}`))
  const routed = await router.route(madrid, barcelona)
  assert.ok(routed.outcome === 'routed' && routed.approximate && routed.source === 'embedded')
  assert.deepEqual(reported, ['a: ECONNREFUSED'])
})

test('that no road leads there is final', async () => {
  const second = engine('b', road)
  const router = chain([engine('a', { outcome: 'not_drivable' }), second])
  assert.deepEqual(await router.route(madrid, barcelona), { outcome: 'not_drivable' })
  assert.equal(second.asked(), 0)
})

test('an island is refused before an engine that knows the ferry is asked', async () => {
  const ferry = engine('a', road)
  const router = chain([ferry, estimate])
  assert.deepEqual(await router.route(barcelona, palma), { outcome: 'not_drivable' })
  assert.equal(ferry.asked(), 0)
})

test('when every engine is down the chain is', async () => {
  const router = chain([engine('a', { outcome: 'unavailable' }), engine('b', { outcome: 'unavailable' })])
  assert.equal((await router.route(madrid, barcelona)).outcome, 'unavailable')
})

test('the caller’s signal reaches the engine', async () => {
  const { signal } = new AbortController()
  let seen: AbortSignal | undefined
  const listening: Router = {
    name: 'a',
    route: (_from, _to, given) => {
      seen = given
      return road
    },
  }
  await chain([listening]).route(madrid, barcelona, signal)
  assert.equal(seen, signal)
})

/** An engine that draws roads too, and counts how often it is asked. */
function drawing(name: string, drawn: Drawn): Router & { drawings: () => number } {
  let drawings = 0
  const draw = async () => {
    drawings += 1
    return drawn
  }
  return { ...engine(name, road), road: draw, drawings: () => drawings }
}

test('the road is drawn by the first engine that can, and the embedded one, which cannot, is not asked', async () => {
  const [first, second] = [
    drawing('a', { outcome: 'drawn', line: 'a' }),
    drawing('b', { outcome: 'drawn', line: 'b' }),
  ]
  assert.deepEqual(await chain([estimate, first, second]).road?.(madrid, barcelona), {
    outcome: 'drawn',
    line: 'a',
  })
  assert.equal(second.drawings(), 0)
  assert.equal(chain([estimate]).road, undefined)
})

test('an engine that is down is reported, and the next one draws the road; when all are down, none is drawn', async () => {
  const reported: string[] = []
  const down = drawing('a', { outcome: 'unavailable', reason: 'ECONNREFUSED', retryAfterSeconds: 9 })
  const report = (name: string, reason: string) => reported.push(`${name}: ${reason}`)
  const next = drawing('b', { outcome: 'drawn', line: 'b' })
  assert.deepEqual(await chain([down, next], report).road?.(madrid, barcelona), {
    outcome: 'drawn',
    line: 'b',
  })
  assert.deepEqual(reported, ['a: ECONNREFUSED'])
  assert.deepEqual(await chain([down, estimate]).road?.(madrid, barcelona), {
    outcome: 'unavailable',
    reason: 'no engine could say',
    retryAfterSeconds: 9,
  })
})

test('no road is drawn over the sea', async () => {
  const ferry = drawing('a', { outcome: 'drawn', line: 'a' })
  assert.deepEqual(await chain([ferry]).road?.(barcelona, palma), { outcome: 'not_drivable' })
  assert.equal(ferry.drawings(), 0)
})
