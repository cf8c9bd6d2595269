import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kilometresBetween, type Point } from '#lib/gazetteer/data/distance.ts'
import { detourKm, largestDetourKm, onTheWay, placesAlong } from './way-home.ts'

/* Decision 82: jobs on the way home. */

const madrid = { lat: 40.42, lon: -3.7 }
const zaragoza = { lat: 41.66, lon: -0.88 }
const calatayud = { lat: 41.35, lon: -1.64 }
const guadalajara = { lat: 40.63, lon: -3.17 }
const valencia = { lat: 39.47, lon: -0.38 }
const home = { from: zaragoza, home: madrid }

const job = (id: string, pickup: Point, dropoff: Point, earnsCents = 5_000) => ({
  id,
  pickup,
  dropoff,
  earnsCents,
})

test('a job along the way has almost no detour, one in the other direction twice its length', () => {
  assert.ok(detourKm(home, job('a', calatayud, guadalajara)) < 5)
  const back = detourKm(home, job('b', guadalajara, calatayud))
  assert.ok(Math.abs(back - 2 * kilometresBetween(guadalajara, calatayud)) < 5)
  assert.equal(detourKm(home, job('c', zaragoza, madrid)), 0)
})

test('only jobs that end nearer to home with a detour within the limit, the smallest detour for the pay first', () => {
  const jobs = [
    job('along', calatayud, guadalajara),
    job('back', guadalajara, calatayud),
    job('away', zaragoza, valencia),
    job('ends where it begins', zaragoza, zaragoza),
    job('well paid', calatayud, guadalajara, 50_000),
  ]
  assert.deepEqual(
    onTheWay(home, jobs).map(({ id }) => id),
    ['well paid', 'along'],
  )
})

test('the largest detour is a quarter of the way, at least 15 and at most 100 km', () => {
  assert.deepEqual([0, 60, 200, 900].map(largestDetourKm), [15, 15, 50, 100])
})

test('the detour does not tell the exact dropoff: it is that of the rounded point', () => {
  const [rough, exact] = [
    { lat: 40.63, lon: -3.17 },
    { lat: 40.6337, lon: -3.1661 },
  ]
  const [one, other] = [
    onTheWay(home, [job('a', calatayud, rough)]),
    onTheWay(home, [job('a', calatayud, exact)]),
  ]
  assert.deepEqual(one, other)
})

test('every pickup with a detour within the limit is within the radius of a place along the way', () => {
  for (const [from, to] of [
    [zaragoza, madrid],
    [madrid, { lat: 40.47, lon: -3.75 }],
    [madrid, madrid],
    [
      { lat: -16.8, lon: 179.5 },
      { lat: -17.4, lon: -179.2 },
    ],
    [
      { lat: 36.1, lon: -5.4 },
      { lat: 43.3, lon: -1.9 },
    ],
  ] as const) {
    const way = { from, home: to }
    const wayKm = kilometresBetween(from, to)
    const { places, radiusKm } = placesAlong(way)
    assert.ok(places.length <= 9)
    assert.ok(kilometresBetween(places[0] ?? to, from) < 0.001)
    assert.ok(kilometresBetween(places.at(-1) ?? from, to) < 0.001)
    for (const pickup of around(way, 2 * radiusKm + wayKm)) {
      const longer = kilometresBetween(from, pickup) + kilometresBetween(pickup, to) - wayKm
      if (longer > largestDetourKm(wayKm)) continue
      const nearest = Math.min(...places.map((place) => kilometresBetween(place, pickup)))
      assert.ok(nearest <= radiusKm + 0.01, `${nearest} km of ${radiusKm}`)
    }
  }
})

/** A grid of points around a way. */
function around({ from, home: to }: { from: Point; home: Point }, reachKm: number): Point[] {
  const reach = reachKm / 111
  const steps = Array.from({ length: 41 }, (_, step) => (step / 20 - 1) * reach)
  return steps.flatMap((north) =>
    steps.map((east) => ({ lat: (from.lat + to.lat) / 2 + north, lon: wrapped(middleLon(from, to) + east) })),
  )
}

const middleLon = (a: Point, b: Point): number =>
  Math.abs(a.lon - b.lon) > 180 ? (a.lon + b.lon + 360) / 2 : (a.lon + b.lon) / 2

const wrapped = (lon: number): number => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)
