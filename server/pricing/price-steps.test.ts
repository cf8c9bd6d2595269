import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { jobSizes } from '#contract/vocabulary.ts'
import { price, type Trip } from './price.ts'
import { priceSteps } from './price-steps.ts'
import { defaultTariff, type Tariff } from './tariff.ts'

const tenthsOfKm = (most: number) => fc.integer({ min: 0, max: most * 10 }).map((tenths) => tenths / 10)
const cents = fc.integer({ min: 0, max: 3_000 })

const tariffs: fc.Arbitrary<Tariff> = fc
  .tuple(tenthsOfKm(60), fc.uniqueArray(tenthsOfKm(300), { maxLength: 4 }), cents, cents)
  .map(([includedKm, ends, centsPerKm, minimumFeeCents]) => ({
    ...defaultTariff,
    includedKm,
    minimumFeeCents,
    distanceTiers: [...ends.filter((km) => km > 0).sort((a, b) => a - b), null].map((upToKm, tier) => ({
      upToKm,
      centsPerKm: centsPerKm + tier,
    })),
  }))

const trips: fc.Arbitrary<Trip> = fc.record({
  size: fc.constantFrom(...jobSizes),
  distanceKm: tenthsOfKm(400),
  stairFloors: fc.integer({ min: 0, max: 30 }),
})

test('2.4 the steps of a price make its lines: every kilometre once, and the sum rounded', () => {
  fc.assert(
    fc.property(trips, tariffs, (trip, tariff) => {
      const { breakdown, feeCents } = price(trip, tariff)
      const { distance, stairs, isMinimumFee } = priceSteps(trip, tariff)
      const ends = distance.map(({ toTenths }) => toTenths)
      assert.deepEqual(
        distance.map(({ fromTenths }) => fromTenths),
        [Math.round(tariff.includedKm * 10), ...ends].slice(0, distance.length),
      )
      if (trip.distanceKm > tariff.includedKm) assert.equal(ends.at(-1), Math.round(trip.distanceKm * 10))
      else assert.deepEqual(distance, [])
      const exact = distance.reduce((sum, { tenthCents }) => sum + tenthCents, 0) / 10
      assert.ok(Math.abs(exact - breakdown.distanceCents) <= 0.5)
      assert.equal(stairs.floors * stairs.centsPerFloor, breakdown.stairsCents)
      if (isMinimumFee) assert.equal(feeCents, tariff.minimumFeeCents)
      else assert.ok(feeCents >= tariff.minimumFeeCents)
    }),
    { numRuns: 500 },
  )
})

test('2.4 the steps of the example of the guide', () => {
  assert.deepEqual(priceSteps({ size: 'M', distanceKm: 12, stairFloors: 2 }, defaultTariff), {
    distance: [{ fromTenths: 50, toTenths: 120, centsPerKm: 90, tenthCents: 6_300 }],
    stairs: { floors: 2, centsPerFloor: 400 },
    isMinimumFee: false,
  })
  assert.equal(
    priceSteps({ size: 'S', distanceKm: 5, stairFloors: 0 }, defaultTariff).isMinimumFee,
    true,
    '15 % of 15.00 is less than 3.00',
  )
})
