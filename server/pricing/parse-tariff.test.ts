import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTariff } from './parse-tariff.ts'
import { defaultTariff } from './tariff.ts'

const faultsOf = (json: unknown) => {
  const parsed = parseTariff(json)
  return parsed.ok ? {} : parsed.faults
}

const tiers = (...ends: unknown[]) => ({
  ...defaultTariff,
  distanceTiers: ends.map((upToKm) => ({ upToKm, centsPerKm: 90 })),
})

test('the default tariff is a tariff, also after a trip through JSON', () => {
  const stored: unknown = JSON.parse(JSON.stringify(defaultTariff))
  assert.deepEqual(parseTariff(stored), { ok: true, tariff: defaultTariff })
})

test('a tariff with kilometres of one decimal is accepted', () => {
  assert.deepEqual(faultsOf({ ...tiers(50.3, 200.1, null), includedKm: 7.7 }), {})
})

test('every fault is named by its path at once', () => {
  const { minimumFeeCents: _, ...rest } = defaultTariff
  const json = {
    ...rest,
    baseCents: { S: 15.5, M: -1, L: '40', XL: null },
    includedKm: 5.05,
    feeBasisPoints: 10_001,
    stairsCentsPerFloor: [],
    drivingTimeFactorPercent: Number.NaN,
    minimumFeeCent: 300,
  }
  const cents = 'must be a whole number from 0 to 1000000'
  assert.deepEqual(faultsOf(json), {
    'baseCents.S': cents,
    'baseCents.M': cents,
    'baseCents.L': cents,
    'baseCents.XL': cents,
    includedKm: 'must be kilometres from 0 to 20000 with one decimal at most',
    feeBasisPoints: 'must be a whole number from 0 to 10000',
    stairsCentsPerFloor: 'must be an object',
    drivingTimeFactorPercent: 'must be a whole number from 50 to 500',
    minimumFeeCent: 'is not part of a tariff',
    minimumFeeCents: 'is required',
  })
})

test('a value that is not an object is one fault', () => {
  for (const json of [null, 1, 'tariff', [], undefined]) {
    assert.deepEqual(faultsOf(json), { tariff: 'must be an object' }, JSON.stringify(json))
  }
})

test('tiers ascend and the last alone is open-ended', () => {
  const last = 'must be null: the last tier has no end'
  const ascending = 'must be greater than the end of the tier before'
  const end = 'must be kilometres from 0.1 to 20000 with one decimal at most or null'
  assert.deepEqual(faultsOf(tiers()), { distanceTiers: 'must be a list of 1 to 20 tiers' })
  assert.deepEqual(faultsOf(tiers(50)), { 'distanceTiers[0].upToKm': last })
  assert.deepEqual(faultsOf(tiers(50, 50, null)), { 'distanceTiers[1].upToKm': ascending })
  assert.deepEqual(faultsOf(tiers(50, 20, null)), { 'distanceTiers[1].upToKm': ascending })
  assert.deepEqual(faultsOf(tiers(50, null, null)), {
    'distanceTiers[1].upToKm': 'may be null in the last tier only',
  })
  assert.deepEqual(faultsOf(tiers(0, '9', null)), {
    'distanceTiers[0].upToKm': end,
    'distanceTiers[1].upToKm': end,
  })
})

test('kilometres that are no finite number are refused', () => {
  for (const km of [Number.NaN, Infinity]) {
    assert.deepEqual(Object.keys(faultsOf({ ...tiers(km, null), includedKm: km })).sort(), [
      'distanceTiers[0].upToKm',
      'includedKm',
    ])
  }
})
