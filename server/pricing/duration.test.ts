import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { jobSizes } from '#contract/vocabulary.ts'
import { durationMinutes } from './duration.ts'
import { defaultTariff } from './tariff.ts'

test('2.4 the duration is the drive with 15 % more, handling and stairs, rounded up to five', () => {
  const table = [
    { trip: { driveMinutes: 0, size: 'S', stairFloors: 0 }, minutes: 10 },
    { trip: { driveMinutes: 1, size: 'S', stairFloors: 0 }, minutes: 15 },
    { trip: { driveMinutes: 22, size: 'M', stairFloors: 2 }, minutes: 50 },
    { trip: { driveMinutes: 100, size: 'L', stairFloors: 0 }, minutes: 155 },
    { trip: { driveMinutes: 399, size: 'XL', stairFloors: 7 }, minutes: 565 },
  ] as const
  for (const { trip, minutes } of table) assert.equal(durationMinutes(trip, defaultTariff), minutes)
})

test('2.4 a duration that is a whole step already stays, whatever its double says', () => {
  const tariff = { ...defaultTariff, drivingTimeFactorPercent: 110 }
  // 50 × 1.1 = 55.00000000000001 in doubles.
  assert.equal(durationMinutes({ driveMinutes: 50, size: 'S', stairFloors: 0 }, tariff), 65)
})

test('2.4 the duration is a multiple of five, and at least the sum of its parts', () => {
  const anyTrip = fc.record({
    driveMinutes: fc.integer({ min: 0, max: 3_000 }),
    size: fc.constantFrom(...jobSizes),
    stairFloors: fc.integer({ min: 0, max: 400 }),
  })
  fc.assert(
    fc.property(anyTrip, (trip) => {
      const minutes = durationMinutes(trip, defaultTariff)
      const parts =
        trip.driveMinutes * 1.15 +
        defaultTariff.handlingMinutes[trip.size] +
        trip.stairFloors * defaultTariff.stairsMinutesPerFloor[trip.size]
      assert.equal(minutes % 5, 0)
      assert.ok(minutes > parts - 1e-6 && minutes < parts + 5 + 1e-6)
    }),
  )
})
