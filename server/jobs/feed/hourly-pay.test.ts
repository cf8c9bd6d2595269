import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jobSizes } from '#contract/vocabulary.ts'
import { handlingMinutes, hourlyPay, type Work } from './hourly-pay.ts'

/* Decision 82: the pay of an hour is a range that is honest about what is not known. */

const work: Work = {
  earnsCents: 6_000,
  size: 'M',
  stairFloors: 0,
  drive: { minutes: 60, isByRoad: true },
  trip: { km: 60, uncertaintyKm: 0.1 },
  away: { km: 10, uncertaintyKm: 0.9 },
}

const paid = (change: Partial<Work> = {}) => hourlyPay({ ...work, ...change })

test('the pay by the time from setting out to the end of unloading, in whole euros, rounded outwards', () => {
  // To the pickup 9.1 × 1.1 km, 19 min, to 10.9 × 1.5 km, 26 min; loading 15 to 40; the drive 60 to 81.
  assert.deepEqual(paid(), { lowCents: 2_400, highCents: 3_900, minMinutes: 94, maxMinutes: 147 })
})

test('without a router the range is wider', () => {
  const [measured, estimated] = [paid(), paid({ drive: { minutes: 60, isByRoad: false } })]
  assert.ok(measured && estimated)
  assert.ok(estimated.lowCents < measured.lowCents && estimated.highCents > measured.highCents)
})

test('nothing is said where both ends are less certain than the trip is long, or nothing is paid', () => {
  assert.equal(paid({ trip: { km: 6, uncertaintyKm: 12 } }), null)
  assert.equal(paid({ trip: { km: 12, uncertaintyKm: 12 } }), null)
  assert.equal(paid({ earnsCents: 0 }), null)
  assert.notEqual(paid({ trip: { km: 0, uncertaintyKm: 0.1 }, drive: { minutes: 0, isByRoad: true } }), null)
})

test('nothing is said where the range would be wider than three to one', () => {
  const near = { km: 20, uncertaintyKm: 60 }
  assert.equal(paid({ size: 'S', drive: { minutes: 5, isByRoad: false }, away: near }), null)
})

test('the table of loading is ordered: least before most, and a larger size takes longer', () => {
  for (const [rank, size] of jobSizes.entries()) {
    const { both, perFloor } = handlingMinutes[size]
    assert.ok(both[0] < both[1] && perFloor[0] < perFloor[1], size)
    const next = jobSizes[rank + 1]
    if (next) assert.ok(handlingMinutes[next].both[0] > both[0] && handlingMinutes[next].both[1] > both[1])
  }
})

/** Repeatable random numbers (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function anyWork(random: () => number): Work {
  const km = random() * 600
  return {
    earnsCents: Math.floor(random() * 60_000),
    size: jobSizes[Math.floor(random() * jobSizes.length)] ?? 'S',
    stairFloors: Math.floor(random() * 12),
    drive: { minutes: Math.ceil(km * (0.6 + random())), isByRoad: random() < 0.5 },
    trip: { km, uncertaintyKm: random() * 13 },
    away: { km: random() * 500, uncertaintyKm: random() * 13 },
  }
}

test('for any job: a true range in whole euros; more floors, a longer drive or way never raise it, more pay never lowers it', () => {
  const random = randomOf(82)
  let told = 0
  for (let time = 0; time < 5_000; time++) {
    const one = anyWork(random)
    const pay = hourlyPay(one)
    if (!pay) continue
    told += 1
    const { lowCents, highCents, minMinutes, maxMinutes } = pay
    assert.ok(lowCents >= 0 && lowCents < highCents && minMinutes < maxMinutes)
    assert.ok(lowCents % 100 === 0 && highCents % 100 === 0)
    const { drive, away } = one
    for (const more of [
      { stairFloors: one.stairFloors + 1 },
      { drive: { ...drive, minutes: drive.minutes + 10 } },
      { away: { ...away, km: away.km + 10 } },
    ]) {
      const longer = hourlyPay({ ...one, ...more })
      if (longer) assert.ok(longer.lowCents <= lowCents && longer.highCents <= highCents)
    }
    const better = hourlyPay({ ...one, earnsCents: one.earnsCents + 500 })
    assert.ok(better && better.lowCents >= lowCents && better.highCents >= highCents)
  }
  assert.ok(told > 2_000, `${told} of 5,000 had a range`)
})
