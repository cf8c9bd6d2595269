import assert from 'node:assert/strict'
import test from 'node:test'
import { encodePolyline } from '../../server/routing/polyline.ts'
import { arrivalOf } from '../../web/src/customer/job/arrival.ts'
import { mapPadding, projectionOn } from '../../web/src/kit/map/projection.ts'
import { pointsOfRoad } from '../../web/src/kit/map/road.ts'
import { motorway, motorwayLine } from '../support/roads.ts'

const [madrid, zaragoza] = [
  { lat: 40.4168, lon: -3.7038 },
  { lat: 41.6488, lon: -0.8891 },
]
const box = { width: 358, height: 240, maxZoom: 10 }

test('decision 74: a sketch has all points inside of the padding of the map, and touches it on one axis', () => {
  const { toPixel } = projectionOn([madrid, zaragoza], box)
  const [a, b] = [toPixel(madrid), toPixel(zaragoza)]
  const { top, bottom, left, right } = mapPadding
  const near = (one: number, other: number) => Math.abs(one - other) < 0.01
  assert.ok(near(a.x, left) && near(b.x, box.width - right), 'the wider axis decides')
  assert.ok(b.y >= top && a.y <= box.height - bottom && b.y < a.y, 'north is above')
  assert.ok(near((a.y - top + b.y - top) / 2, (box.height - top - bottom) / 2), 'in the middle')
})

test('decision 74: one point is in the middle at the largest zoom, and no point shows the peninsula', () => {
  const one = projectionOn([madrid], box)
  const { x, y } = one.toPixel(madrid)
  assert.deepEqual([x, y], [44 + (358 - 132) / 2, 40 + (240 - 84) / 2])
  assert.equal(Math.round(one.pixelsPerKm(0)), Math.round((512 * 2 ** 10) / 40_075))
  const none = projectionOn([], box).toPixel(madrid)
  assert.ok(none.x > 0 && none.x < box.width && none.y > 0 && none.y < box.height)
})

const way = {
  position: { ...madrid, accuracy_m: 10, at: '2026-11-30T10:00:00Z' },
  road: null,
  arrives_at: '2026-11-30T10:40:00Z',
  arrival_approximate: true,
  expected_from: '2026-11-30T10:20:00Z',
  expected_to: '2026-11-30T11:00:00Z',
}
const clock = (time: string) => Date.parse(`2026-11-30T${time}Z`)

test('decision 74: what is said of the arrival follows from the age of the position', () => {
  assert.deepEqual(arrivalOf(way, clock('10:02:00')), {
    is: 'coming',
    at: way.arrives_at,
    minutesLeft: 40,
    isApproximate: true,
  })
  assert.equal(arrivalOf(way, clock('10:05:00')).is, 'coming')
  assert.equal(arrivalOf(way, clock('10:05:01')).is, 'stale')
  assert.equal(arrivalOf({ ...way, arrives_at: '2026-11-30T10:01:00Z' }, clock('10:00:30')).is, 'here')
  assert.equal(arrivalOf({ ...way, arrives_at: null }, clock('10:00:30')).is, 'unclear')
  assert.equal(arrivalOf({ ...way, position: null }, clock('11:00:00')).is, 'expected')
  assert.equal(arrivalOf({ ...way, position: null }, clock('11:00:01')).is, 'late')
})

test('decision 74: the page reads the road as the server writes it', () => {
  assert.deepEqual(pointsOfRoad(motorwayLine), motorway)
  assert.deepEqual(pointsOfRoad(encodePolyline([{ lat: -34.60372, lon: 0 }])), [{ lat: -34.60372, lon: 0 }])
  assert.deepEqual(pointsOfRoad(''), [])
})
