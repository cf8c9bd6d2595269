import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExampleJob } from '#contract/app/open.ts'
import { openGazetteer } from '#lib/gazetteer/gazetteer.ts'
import type { Tariffs } from '../pricing/current.ts'
import { defaultTariff } from '../pricing/tariff.ts'
import type { Routed } from '../routing/router.ts'
import { createExamples, type ReadExamples } from './example-jobs.ts'

const inForce = { id: '1', tariff: defaultTariff, nextStartsAt: null }
const routed: Routed = {
  outcome: 'routed',
  distanceKm: 12,
  driveMinutes: 20,
  source: 'stub',
  approximate: false,
}

const examplesIn = (home: string, route: () => Routed, now?: () => number): ReadExamples => {
  const towns = (most: number) => openGazetteer({ home }).biggestTowns(most)
  const tariffs: Tariffs = { forPartner: () => inForce }
  return createExamples({ towns, router: { route }, tariffs, maxDistanceKm: 2_500 }, now)
}

test('examples are trips between different towns of the country, with what the carrier gets', async () => {
  for (const home of ['es', 'pt', 'de']) {
    const examples: ExampleJob[] = await examplesIn(home, () => routed)()
    assert.ok(examples.length >= 4, home)
    for (const example of examples) {
      const { pickup_place, dropoff_place, size, earns_cents }: ExampleJob = example
      assert.notEqual(pickup_place, dropoff_place)
      // 12 km of which 5 are included, and no commission.
      assert.equal(earns_cents, defaultTariff.baseCents[size] + 630)
    }
  }
})

test('the trips are measured once; a router that is down gives no examples and is asked again after a minute', async () => {
  let time = 0
  let calls = 0
  let isDown = true
  const read = examplesIn(
    'es',
    () => {
      calls++
      return isDown ? { outcome: 'unavailable' } : routed
    },
    () => time,
  )
  assert.deepEqual(await read(), [])
  const asked = calls
  isDown = false
  assert.deepEqual(await read(), [], 'not yet')
  assert.equal(calls, asked)
  time += 61_000
  assert.ok((await read()).length > 0)
  const once = calls
  time += 3_600_000
  await read()
  assert.equal(calls, once)
})

test('a commission lowers what the examples pay', async () => {
  const tariff = { ...defaultTariff, carrierCommissionBasisPoints: 1_000 }
  const read = createExamples({
    towns: (most) => openGazetteer({ home: 'es' }).biggestTowns(most),
    router: { route: () => routed },
    tariffs: { forPartner: () => ({ ...inForce, tariff }) },
    maxDistanceKm: 2_500,
  })
  const [first] = await read()
  assert.equal(first?.earns_cents, Math.round((defaultTariff.baseCents.S + 630) * 0.9))
})
