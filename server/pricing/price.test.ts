import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { jobSizes } from '#contract/vocabulary.ts'
import { cases } from '../../test/support/price-cases.ts'
import { eurosFromCents } from '../lib/money.ts'
import { parseTariff } from './parse-tariff.ts'
import { type Price, price, type StairsEnd, stairFloors, type Trip } from './price.ts'
import { defaultTariff, type Tariff } from './tariff.ts'

for (const { name, trip, expected } of cases) {
  test(`2.4 the default tariff: ${name}`, () => {
    const { breakdown, baseCents, feeCents, totalCents, helperCents } = price(trip, defaultTariff)
    const { distanceCents, stairsCents } = breakdown
    assert.deepEqual({ distanceCents, stairsCents, baseCents, feeCents, totalCents }, expected)
    assert.equal(helperCents, baseCents, 'the default commission is 0')
  })
}

test('2.4 the breakdown names every part of the price, both modifiers zero', () => {
  assert.deepEqual(price({ size: 'M', distanceKm: 12, stairFloors: 2 }, defaultTariff).breakdown, {
    baseCents: 2_500,
    distanceKm: 12,
    distanceCents: 630,
    stairsCents: 800,
    serviceModifier: 0,
    urgencyModifier: 0,
  })
})

const charge = (distanceKm: number) =>
  price({ size: 'S', distanceKm, stairFloors: 0 }, defaultTariff).breakdown.distanceCents

test('2.4 a distance is charged tier by tier, the borders themselves at the lower tier', () => {
  const table = { 0: 0, 5: 0, 5.1: 9, 50: 4_050, 50.1: 4_057, 200: 14_550, 200.1: 14_556, 2500: 141_050 }
  for (const [km, cents] of Object.entries(table)) assert.equal(charge(Number(km)), cents, `${km} km`)
})

test('2.4 included kilometres may reach past the first tiers', () => {
  const tariff = { ...defaultTariff, includedKm: 60 }
  assert.equal(price({ size: 'S', distanceKm: 60, stairFloors: 0 }, tariff).breakdown.distanceCents, 0)
  assert.equal(price({ size: 'S', distanceKm: 70, stairFloors: 0 }, tariff).breakdown.distanceCents, 700)
})

const feeOf = (baseCents: number) => {
  const tariff = { ...defaultTariff, baseCents: { S: baseCents, M: 0, L: 0, XL: 0 } }
  return price({ size: 'S', distanceKm: 0, stairFloors: 0 }, tariff).feeCents
}

test('2.4 the fee is rounded half-up, also where doubles would fall short', () => {
  // 15 % of 39.30 is 5.895, of 2010 cents 301.5. A value just below the half is rounded down.
  assert.deepEqual([3_930, 2_010, 2_009, 2_011].map(feeOf), [590, 302, 301, 302])
  assert.equal(feeOf(0), 300, 'never below the minimum')
})

test('2.4 the carrier receives the base less the commission', () => {
  const tariff = { ...defaultTariff, carrierCommissionBasisPoints: 1_250 }
  const { baseCents, helperCents } = price({ size: 'M', distanceKm: 12, stairFloors: 2 }, tariff)
  assert.deepEqual([baseCents, helperCents], [3_930, 3_439])
})

const at = (floor: number | null, hasElevator: boolean | null = null): StairsEnd => ({ floor, hasElevator })

test('2.3 stairs count floors without a lift, at both ends', () => {
  const table: [StairsEnd, StairsEnd, number][] = [
    [at(null), at(null), 0],
    [at(3), at(2), 5],
    [at(3, false), at(2, true), 3],
    [at(3, true), at(2, true), 0],
    [at(null, false), at(4), 4],
    [at(-1), at(0), 1],
    [at(1.5), at(-0.5), 3],
    [at(-0), at(-0), 0],
  ]
  for (const [pickup, dropoff, floors] of table) {
    assert.ok(Object.is(stairFloors(pickup, dropoff), floors), JSON.stringify([pickup, dropoff]))
  }
})

const perSize = (max: number) => {
  const value = fc.integer({ min: 0, max })
  return fc.record({ S: value, M: value, L: value, XL: value })
}
const anyTariff: fc.Arbitrary<Tariff> = fc
  .record({
    baseCents: perSize(1_000_000),
    includedKm: fc.integer({ min: 0, max: 2_000 }).map((tenths) => tenths / 10),
    borders: fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 5 }),
    rates: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 6, maxLength: 6 }),
    stairsCentsPerFloor: perSize(100_000),
    feeBasisPoints: fc.integer({ min: 0, max: 10_000 }),
    minimumFeeCents: fc.integer({ min: 0, max: 1_000_000 }),
    carrierCommissionBasisPoints: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ borders, rates, ...rest }) => {
    const ends = [...borders.sort((a, b) => a - b).map((tenths) => tenths / 10), null]
    const distanceTiers = ends.map((upToKm, index) => ({ upToKm, centsPerKm: rates[index] ?? 0 }))
    return { ...defaultTariff, ...rest, distanceTiers }
  })
const anyTrip: fc.Arbitrary<Trip> = fc.record({
  size: fc.constantFrom(...jobSizes),
  distanceKm: fc.integer({ min: 0, max: 200_000 }).map((tenths) => tenths / 10),
  stairFloors: fc.integer({ min: 0, max: 400 }),
})
const always = (holds: (trip: Trip, tariff: Tariff) => void) =>
  fc.assert(fc.property(anyTrip, anyTariff, holds), { numRuns: 500 })

const amounts = ({ breakdown, ...rest }: Price): number[] => [
  ...Object.values(rest),
  breakdown.baseCents,
  breakdown.distanceCents,
  breakdown.stairsCents,
]

test('2.4 for any trip and tariff: whole cents that add up', () => {
  always((trip, tariff) => {
    assert.ok(parseTariff(tariff).ok, 'the tariffs tried are tariffs')
    const priced = price(trip, tariff)
    const { breakdown, baseCents, feeCents, totalCents, helperCents } = priced
    for (const amount of amounts(priced)) assert.ok(Number.isSafeInteger(amount) && amount >= 0)
    assert.equal(breakdown.baseCents + breakdown.distanceCents + breakdown.stairsCents, baseCents)
    assert.equal(totalCents, baseCents + feeCents)
    assert.ok(feeCents >= tariff.minimumFeeCents)
    assert.ok(helperCents <= baseCents)
  })
})

test('2.4 going farther or climbing higher never costs less', () => {
  always((trip, tariff) => {
    const { totalCents } = price(trip, tariff)
    const farther = { ...trip, distanceKm: Math.round(trip.distanceKm * 10 + 1) / 10 }
    assert.ok(price(farther, tariff).totalCents >= totalCents)
    assert.ok(price({ ...trip, stairFloors: trip.stairFloors + 1 }, tariff).totalCents >= totalCents)
  })
})

const toTheCent = (euros: number) => Math.round(euros * 100)

test('2.4 a partner can recompute the total from the euros of the answer, to the cent', () => {
  always((trip, tariff) => {
    const { breakdown, baseCents, feeCents, totalCents } = price(trip, tariff)
    const [base, distance, stairs, fee] = [
      breakdown.baseCents,
      breakdown.distanceCents,
      breakdown.stairsCents,
      feeCents,
    ].map(eurosFromCents) as [number, number, number, number]
    assert.equal(toTheCent(base + distance + stairs), toTheCent(eurosFromCents(baseCents)))
    assert.equal(toTheCent(eurosFromCents(baseCents) + fee), toTheCent(eurosFromCents(totalCents)))
  })
})

test('2.4 the tiers of a distance agree with counting it hundred metres by hundred metres', () => {
  always((trip, tariff) => {
    const shown = { ...trip, distanceKm: Math.min(trip.distanceKm, 1_200) }
    const tierAt = (tenth: number) =>
      tariff.distanceTiers.find(({ upToKm }) => upToKm === null || tenth <= Math.round(upToKm * 10))
    let tenthCents = 0
    for (
      let tenth = Math.round(tariff.includedKm * 10) + 1;
      tenth <= Math.round(shown.distanceKm * 10);
      tenth++
    ) {
      tenthCents += tierAt(tenth)?.centsPerKm ?? Number.NaN
    }
    assert.equal(price(shown, tariff).breakdown.distanceCents, Math.floor((tenthCents + 5) / 10))
  })
})
