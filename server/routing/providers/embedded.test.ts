import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readEnv } from '../../lib/env.ts'
import type { End } from '../router.ts'
import { embedded } from './embedded.ts'

const connect = (env: Record<string, string> = {}) => {
  const settings = readEnv(embedded.env, env)
  assert.ok(settings.ok)
  return embedded.connect(settings.value)
}
const router = connect()

const end = (lat: number, lon: number, more: Partial<End> = {}): End => ({
  lat,
  lon,
  uncertaintyKm: 0,
  precision: 'house',
  countryCode: 'ES',
  provinceCode: null,
  ...more,
})

function measure(from: End, to: End, by = router) {
  const routed = by.route(from, to)
  assert.ok(!(routed instanceof Promise) && routed.outcome === 'routed')
  return routed
}

const [madrid, barcelona] = [end(40.4168, -3.7038), end(41.3874, 2.1686)]

test('without a detour it is the distance on the ellipsoid: Madrid to Barcelona 506.3 km', () => {
  const straight = connect({ ROUTE_DETOUR_BASE: '1', ROUTE_DETOUR_EXTRA: '0' })
  assert.equal(measure(madrid, barcelona, straight).distanceKm, 506.3)
})

test('the detour falls from 1.40 to 1.20', () => {
  const straight = connect({ ROUTE_DETOUR_BASE: '1', ROUTE_DETOUR_EXTRA: '0' })
  const ratio = (to: End) => measure(madrid, to).distanceKm / measure(madrid, to, straight).distanceKm
  const ratios = [end(40.51, -3.7038), end(40.69, -3.7038), end(41.32, -3.7038), barcelona].map(ratio)
  const expected = [1.376, 1.337, 1.257, 1.2]
  for (const [index, value] of ratios.entries()) {
    assert.ok(Math.abs(value - (expected[index] ?? 0)) < 0.005, `${value} for ${expected[index]}`)
  }
})

test('a whole answer: one decimal, whole minutes, said to be approximate', () => {
  assert.deepEqual(measure(madrid, barcelona), {
    outcome: 'routed',
    distanceKm: 607.7,
    driveMinutes: 392,
    source: 'embedded',
    approximate: true,
  })
})

const coarse = (uncertaintyKm: number, precision: End['precision']) =>
  end(40.4168, -3.7038, { uncertaintyKm, precision })

test('two addresses of one town that have one point are not 0 km apart', () => {
  assert.equal(measure(coarse(6, 'locality'), coarse(2, 'postcode')).distanceKm, 4)
  assert.equal(measure(coarse(0.2, 'street'), coarse(0.02, 'house')).distanceKm, 1)
  assert.equal(measure(coarse(0.1, 'house'), coarse(0.1, 'house')).distanceKm, 0.1)
  assert.ok(measure(coarse(3, 'locality'), coarse(3, 'locality')).driveMinutes > 0)
})

test('two houses of one street keep their short distance', () => {
  assert.equal(measure(end(40.4168, -3.7038), end(40.4195, -3.7038)).distanceKm, 0.4)
})

const anyEnd = fc
  .tuple(
    fc.double({ min: -60, max: 75, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom('house', 'street', 'postcode', 'locality'),
  )
  .map(([lat, lon, precision]) =>
    end(lat, lon, { precision, uncertaintyKm: precision === 'house' ? 0.05 : 3 }),
  )

test('the way back is as long', () => {
  fc.assert(
    fc.property(anyEnd, anyEnd, (a, b) => assert.deepEqual(measure(a, b), measure(b, a))),
    { numRuns: 2_000 },
  )
})

test('farther is never shorter', () => {
  const degrees = fc.double({ min: 0, max: 30, noNaN: true })
  fc.assert(
    fc.property(anyEnd, degrees, degrees, (a, one, other) => {
      const east = (by: number) =>
        measure(end(40, -10), end(40, -10 + by, { precision: a.precision })).distanceKm
      assert.ok(east(Math.min(one, other)) <= east(Math.max(one, other)))
    }),
  )
})

test('every answer is finite, of one decimal and above nothing', () => {
  fc.assert(
    fc.property(anyEnd, anyEnd, (a, b) => {
      const { distanceKm, driveMinutes } = measure(a, b)
      assert.ok(distanceKm > 0 && distanceKm < 30_000)
      assert.equal(distanceKm, Number(distanceKm.toFixed(1)))
      assert.ok(Number.isInteger(driveMinutes) && driveMinutes > 0)
    }),
    { numRuns: 1_000 },
  )
})

test('settings that would shorten the road below the straight line are refused', () => {
  const faults = readEnv(embedded.env, { ROUTE_DETOUR_BASE: '0.9', ROUTE_DETOUR_SCALE_KM: '0' })
  assert.ok(!faults.ok)
  assert.equal(faults.faults.length, 2)
})
