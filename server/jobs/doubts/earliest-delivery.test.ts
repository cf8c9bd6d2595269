import assert from 'node:assert/strict'
import test from 'node:test'
import type { Stop } from '../job.ts'
import { minTripMs, type Reported, type Trip, tooEarlyUntil } from './earliest-delivery.ts'

const stop = (lat: number, lon: number, uncertaintyKm: number): Stop => ({
  address: '',
  floor: null,
  hasElevator: null,
  lat,
  lon,
  precision: 'locality',
  uncertaintyKm,
  locality: null,
  postcode: null,
  provinceCode: null,
  countryCode: 'es',
  provider: 'test',
})

const route = (distanceKm: number, driveMinutes: number) => ({
  distanceKm,
  driveMinutes,
  source: 'test',
  approximate: true,
})

/** Madrid to Zaragoza, about 272 km in a straight line. */
const far = (uncertaintyKm: number): Trip => ({
  pickup: stop(40.4168, -3.7038, uncertaintyKm),
  dropoff: stop(41.6488, -0.8891, uncertaintyKm),
  route: route(331, 225),
})

const minute = 60_000
const accepted = new Date('2026-11-22T08:00:00Z')
const at = (minutes: number) => new Date(accepted.getTime() + minutes * minute)
const report = (more: Partial<Reported>): Reported => ({
  acceptedAt: accepted,
  collectedAt: at(42),
  collectedTappedAt: null,
  deliveredTappedAt: null,
  now: at(42.1),
  ...more,
})

test('331 km take at least 40 % of their driving time; seven seconds are too early, with the earliest time', () => {
  assert.equal(Math.round(minTripMs(far(0)) / minute), 90)
  assert.deepEqual(tooEarlyUntil(far(0), report({})), at(42 + 90))
  assert.equal(tooEarlyUntil(far(0), report({ now: at(42 + 90) })), null)
})

test('the uncertainty of both addresses is subtracted from the distance', () => {
  const least = minTripMs(far(6)) / minute
  assert.ok(least > 85 && least < 87, String(least))
  const town: Trip = { pickup: stop(40.4, -3.7, 6), dropoff: stop(40.45, -3.7, 6), route: route(6, 14) }
  assert.equal(minTripMs(town), 0, 'two doors of one town that is known by its centre')
  assert.equal(tooEarlyUntil(town, report({})), null)
})

test('a move inside one building has no least time', () => {
  const home = stop(40.4, -3.7, 0.05)
  assert.equal(minTripMs({ pickup: home, dropoff: home, route: route(0, 0) }), 0)
  assert.equal(
    minTripMs({ pickup: home, dropoff: home, route: route(6, 14) }),
    0,
    'as stored by older versions',
  )
})

test('"delivered" without "collected" is compared with the acceptance', () => {
  assert.deepEqual(tooEarlyUntil(far(0), report({ collectedAt: null, now: at(10) })), at(90))
  assert.equal(tooEarlyUntil(far(0), report({ collectedAt: null, now: at(91) })), null)
})

test('taps that waited on a phone without a connection are no lie', () => {
  const taps = { collectedTappedAt: at(30), deliveredTappedAt: at(180) }
  const arrived = { collectedAt: at(190), now: at(190.1) }
  assert.equal(tooEarlyUntil(far(0), report({ ...taps, ...arrived })), null)
  const wrongClock = { collectedTappedAt: at(-500_000 + 30), deliveredTappedAt: at(-500_000 + 180) }
  assert.equal(
    tooEarlyUntil(far(0), report({ ...wrongClock, ...arrived })),
    null,
    'a clock that is years off',
  )
})

test('the clock of a phone makes nothing plausible that cannot be: not before the acceptance, not in an instant', () => {
  const forged = { collectedTappedAt: at(-300), deliveredTappedAt: at(42) }
  assert.deepEqual(tooEarlyUntil(far(0), report(forged)), at(42 + 90), '42 minutes after the acceptance')
  const together = { collectedTappedAt: at(180), deliveredTappedAt: at(180.1) }
  const late = { collectedAt: at(190), now: at(190.1) }
  assert.deepEqual(tooEarlyUntil(far(0), report({ ...together, ...late })), at(190 + 90))
})
