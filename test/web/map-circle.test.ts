import assert from 'node:assert/strict'
import test from 'node:test'
import { kilometresBetween } from '#lib/gazetteer/data/distance.ts'
import { circleAround } from '../../web/src/kit/map/circle.ts'

test('every corner of a circle of uncertainty is at its radius, and the ring is closed', () => {
  for (const centre of [
    { lat: 40.4168, lon: -3.7038 },
    { lat: 28.1, lon: -15.4 },
    { lat: 60, lon: 24 },
  ]) {
    const ring = circleAround(centre, 6)
    assert.deepEqual(ring[0], ring.at(-1))
    for (const [lon, lat] of ring) {
      const km = kilometresBetween(centre, { lat, lon })
      assert.ok(Math.abs(km - 6) < 0.02, `${km} km`)
    }
  }
})
