import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createMemoryLimiter } from './memory-limiter.ts'

const windowMs = 60_000
const startMs = 1_763_640_000_123

/** A naive implementation of the rule, used to verify the compact log. */
function createModel() {
  const calls = new Map<string, number[]>()
  return (subject: string, limit: number, nowMs: number) => {
    const counted = (calls.get(subject) ?? []).filter((at) => nowMs - at <= windowMs)
    const allowed = counted.length < limit
    if (allowed) counted.push(nowMs)
    calls.set(subject, counted)
    const frees = (allowed ? counted[0] : counted[counted.length - limit]) as number
    const reset = Math.floor((frees + windowMs) / 1000) + 1
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - counted.length),
      resetUnixSeconds: reset,
      retryAfterSeconds: Math.max(1, reset - Math.floor(nowMs / 1000)),
    }
  }
}

const pause = fc.oneof(
  { weight: 6, arbitrary: fc.constant(0) },
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 3000 }) },
  { weight: 3, arbitrary: fc.constantFrom(1, 999, 1000, 59_999, 60_000, 60_001, 65_535, 65_536, 65_537) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 100 }).map((times) => times * 65_536) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31, 2 ** 32, 2 ** 32 + 1, 2 ** 40) },
)
const step = fc.record({
  pauseMs: pause,
  subject: fc.constantFrom('key:a', 'key:b', 'ip:192.0.2.1'),
  limit: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constantFrom(20, 100)),
  times: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 60 })),
})

test('each decision equals that of a plain list of the last 60 s, for any pauses and limits', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let nowMs = startMs
      const limiter = createMemoryLimiter({ now: () => nowMs })
      const model = createModel()
      for (const { pauseMs, subject, limit, times } of steps) {
        nowMs += pauseMs
        for (let call = 0; call < times; call++) {
          assert.deepEqual(limiter.take(subject, limit), model(subject, limit, nowMs))
        }
      }
    }),
    { numRuns: 3000 },
  )
})

test('each decision equals that of a plain list while idle subjects are removed and their memory is reused', () => {
  const coming = fc.record({
    subject: fc.integer({ min: 0, max: 300 }).map((number) => `key:${number}`),
    pauseMs: fc.oneof(fc.integer({ min: 0, max: 900 }), fc.constantFrom(0, 60_001, 65_536)),
    times: fc.integer({ min: 1, max: 40 }),
  })
  fc.assert(
    fc.property(fc.array(coming, { minLength: 100, maxLength: 300 }), (steps) => {
      let nowMs = startMs
      const limiter = createMemoryLimiter({ now: () => nowMs })
      const model = createModel()
      for (const { pauseMs, subject, times } of steps) {
        nowMs += pauseMs
        for (let call = 0; call < times; call++) {
          assert.deepEqual(limiter.take(subject, 30), model(subject, 30, nowMs))
        }
      }
    }),
    { numRuns: 60 },
  )
})

test('a call that is 60,000 ms old counts; one that is 60,001 ms old does not', () => {
  let nowMs = startMs
  const limiter = createMemoryLimiter({ now: () => nowMs })
  for (let call = 0; call < 100; call++) assert.equal(limiter.take('key:a', 100).allowed, true)
  nowMs = startMs + 60_000
  assert.equal(limiter.take('key:a', 100).allowed, false)
  nowMs = startMs + 60_001
  assert.equal(limiter.take('key:a', 100).remaining, 99)
})

test('a retry after exactly `retryAfterSeconds` is allowed, at any fraction of a second and after the limit was lowered', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999 }),
      fc.array(fc.integer({ min: 0, max: 900 }), { minLength: 20, maxLength: 60 }),
      fc.integer({ min: 1, max: 20 }),
      (offsetMs, pauses, lowered) => {
        let nowMs = startMs + offsetMs
        const limiter = createMemoryLimiter({ now: () => nowMs })
        for (const pauseMs of pauses) {
          nowMs += pauseMs
          limiter.take('key:a', 100)
        }
        const refused = limiter.take('key:a', lowered)
        assert.equal(refused.allowed, false)
        nowMs += refused.retryAfterSeconds * 1000
        assert.equal(limiter.take('key:a', lowered).allowed, true)
      },
    ),
  )
})

test('500 concurrent calls: exactly the limit is allowed, each with another `remaining`', async () => {
  const limiter = createMemoryLimiter()
  const answers = await Promise.all(
    Array.from({ length: 500 }, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return limiter.take('key:a', 100)
    }),
  )
  const allowed = answers.filter((answer) => answer.allowed)
  assert.equal(allowed.length, 100)
  assert.equal(new Set(allowed.map((answer) => answer.remaining)).size, 100)
})

test('a limit of 100,000 is exact', () => {
  let nowMs = startMs
  const limiter = createMemoryLimiter({ now: () => nowMs })
  for (let call = 0; call < 100_000; call++) limiter.take('key:a', 100_000)
  assert.equal(limiter.take('key:a', 100_000).allowed, false)
  nowMs += 60_001
  assert.equal(limiter.take('key:a', 100_000).remaining, 99_999)
})

test('a clock that goes back neither drops nor loses a call', () => {
  let nowMs = startMs
  const limiter = createMemoryLimiter({ now: () => nowMs })
  limiter.take('key:a', 2)
  nowMs -= 3_600_000
  assert.equal(limiter.take('key:a', 2).remaining, 0)
  assert.equal(limiter.take('key:a', 2).allowed, false)
})

test('above `maxAddresses`, new addresses share one window; keys and known addresses keep theirs', () => {
  let nowMs = startMs
  const limiter = createMemoryLimiter({ now: () => nowMs, maxAddresses: 1000 })
  limiter.take('ip:first', 2)
  for (let address = 0; address < 999; address++) limiter.take(`ip:${address}`, 2)
  assert.equal(limiter.take('ip:late-1', 2).allowed, true)
  assert.equal(limiter.take('ip:late-2', 2).allowed, true)
  assert.equal(limiter.take('ip:late-3', 2).allowed, false)
  assert.equal(limiter.take('key:new', 2).remaining, 1)
  assert.equal(limiter.take('ip:first', 2).remaining, 0)
  nowMs += 60_001
  for (let call = 0; call < 2000; call++) limiter.take('key:new', 2)
  assert.equal(limiter.take('ip:late-3', 2).allowed, true)
  assert.equal(limiter.take('ip:late-4', 2).remaining, 1)
})

test('isFull predicts the next take without counting a call, also for addresses that share a window', () => {
  let nowMs = startMs
  const limiter = createMemoryLimiter({ now: () => nowMs, maxAddresses: 2 })
  for (const subject of ['ip:192.0.2.1', 'ip:192.0.2.2', 'ip:192.0.2.3', 'key:a']) {
    for (const used of [0, 1, 2]) {
      for (const _ of [1, 2]) assert.equal(limiter.isFull(subject, 2), used === 2, `${subject} after ${used}`)
      assert.equal(limiter.take(subject, 2).allowed, used < 2)
    }
  }
  assert.equal(limiter.isFull('ip:192.0.2.4', 2), true, 'it shares the window of the third')
  assert.equal(limiter.isFull('key:a', 3), false, 'a raised limit holds at once')
  nowMs += windowMs
  assert.equal(limiter.isFull('key:a', 2), true)
  nowMs += 1
  assert.equal(limiter.isFull('key:a', 2), false)
})

test('fill leaves so many calls, and takes none away', () => {
  let nowMs = startMs
  const limiter = createMemoryLimiter({ now: () => nowMs })
  for (let call = 0; call < 3; call++) limiter.take('key:a', 100_000)
  nowMs += 1
  assert.equal(limiter.fill('key:a', 100_000, 2).used, 99_998)
  assert.equal(limiter.take('key:a', 100_000).remaining, 1)
  assert.equal(limiter.fill('key:a', 100_000, 50).used, 99_999)
  assert.equal(limiter.fill('key:a', 100_000, 0).used, 100_000)
  assert.equal(limiter.take('key:a', 100_000).allowed, false)
  nowMs += windowMs
  assert.equal(limiter.look('key:a', 100_000).used, 99_997, 'the three calls left the window first')
})
