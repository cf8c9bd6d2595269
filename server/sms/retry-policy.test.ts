import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from 'fast-check'
import { afterFailure, giveUpAt, type SmsLife } from './retry-policy.ts'

const hour = 3_600
const fresh: SmsLife = {
  attempts: 1,
  unknownOutcomes: 0,
  lifeSeconds: 47 * hour,
  remainingSeconds: 47 * hour,
}
const busy = { retryable: true, outcome: 'refused' } as const
const lost = { retryable: true, outcome: 'unknown' } as const

/** Times of all tries while the provider stays busy, in seconds after the first try. */
function triesWhileBusy(lifeSeconds: number, randoms: () => number): number[] {
  const tries = [0]
  for (let at = 0; ; ) {
    const life = {
      attempts: tries.length,
      unknownOutcomes: 0,
      lifeSeconds,
      remainingSeconds: lifeSeconds - at,
    }
    const next = afterFailure(busy, life, randoms())
    if (next.status !== 'due') return tries
    at += next.delaySeconds
    tries.push(at)
  }
}

describe('after an attempt that was not accepted', () => {
  test('a refusal for good ends it', () => {
    const next = afterFailure({ retryable: false, outcome: 'refused' }, fresh, 0)
    assert.deepEqual(next, { status: 'failed', unknownOutcomes: 0 })
  })

  test('a busy provider is asked again after 30 s', () => {
    assert.deepEqual(afterFailure(busy, fresh, 0), {
      status: 'due',
      delaySeconds: 30,
      unknownOutcomes: 0,
    })
  })

  test('the provider’s Retry-After is respected, up to an hour', () => {
    for (const [retryAfterSeconds, delaySeconds] of [
      [5, 30],
      [120, 120],
      [86_400, 3_600],
    ] as const) {
      const next = afterFailure({ ...busy, retryAfterSeconds }, fresh, 0)
      assert.deepEqual(next, { status: 'due', delaySeconds, unknownOutcomes: 0 })
    }
  })

  test('after a lost response one retry, then unknown', () => {
    const first = afterFailure(lost, fresh, 0)
    assert.deepEqual(first, { status: 'due', delaySeconds: 30, unknownOutcomes: 1 })
    const second = afterFailure(lost, { ...fresh, attempts: 2, unknownOutcomes: 1 }, 0)
    assert.deepEqual(second, { status: 'unknown', unknownOutcomes: 2 })
  })

  test('out of time: failed, or unknown after a lost response', () => {
    const late = { ...fresh, remainingSeconds: 20 }
    assert.equal(afterFailure(busy, late, 0).status, 'failed')
    assert.equal(afterFailure(busy, { ...late, unknownOutcomes: 1 }, 0).status, 'unknown')
  })
})

describe('the pace of retries', () => {
  test('30 s to 30 min, ever slower, to the end of the time and not beyond', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (stream) => {
        const tries = triesWhileBusy(47 * hour, () => stream.next().value)
        const gaps = tries.slice(1).map((at, index) => at - (tries[index] ?? 0))
        assert.ok(gaps.every((gap) => gap > 29.99 && gap < 1_800.01))
        assert.ok((tries.at(-1) ?? 0) <= 47 * hour)
        assert.ok((tries.at(-1) ?? 0) > 46 * hour)
      }),
      { numRuns: 50 },
    )
  })

  test('after an outage of up to ten minutes, SMS are sent within five minutes of the provider’s return', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
        fc.integer({ min: 1, max: 600 }),
        (stream, outage) => {
          const next = triesWhileBusy(47 * hour, () => stream.next().value).find((at) => at > outage)
          assert.ok((next ?? Number.POSITIVE_INFINITY) - outage <= 300, `${next} after ${outage}`)
        },
      ),
    )
  })

  test('a draft that lives for a minute is tried several times in it', () => {
    const tries = triesWhileBusy(54, () => 0.5)
    assert.ok(tries.length >= 4 && tries.length <= 12, tries.join())
  })
})

describe('when to give up', () => {
  const start = new Date('2026-01-01T00:00:00Z')
  const after = (seconds: number) => new Date(start.getTime() + seconds * 1_000)

  test('an hour before a draft of 48 h ends', () => {
    assert.deepEqual(giveUpAt(start, after(48 * hour)), after(47 * hour))
  })

  test('after nine tenths of a shorter life', () => {
    assert.deepEqual(giveUpAt(start, after(600)), after(540))
  })
})
