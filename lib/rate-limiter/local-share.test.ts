import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createLocalShare } from './local-share.ts'
import { createSteadyClock } from './steady-clock.ts'

const windowMs = 60_000
const startMs = 1_763_640_000_123
const subject = 'key:a'

/** Simulates several nodes and their Redis in one process on one clock. Records when each call was allowed. */
function createCluster(size: number, limit: number) {
  let nowMs = startMs
  let exactFromMs = startMs
  let up = true
  let inRedis: number[] = []
  const allowedMs: number[] = []
  const clock = () => nowMs
  const shares = Array.from({ length: size }, () =>
    createLocalShare({ windowMs, clock: createSteadyClock(clock, clock), nodes: () => size }),
  )
  const notice = Math.max(1, Math.floor(limit / 10))

  function askRedis(): { allowed: boolean; used: number } {
    inRedis = inRedis.filter((at) => nowMs - at <= windowMs)
    if (inRedis.length >= limit) return { allowed: false, used: inRedis.length }
    inRedis.push(nowMs)
    return { allowed: true, used: inRedis.length }
  }

  function takeShared(node: number): boolean {
    const { allowed, used } = askRedis()
    if (allowed) shares[node]?.noteAllowed(subject, used)
    else shares[node]?.noteUsed(subject, used)
    if (allowed && used % notice === 0) {
      for (const [other, share] of shares.entries()) if (other !== node) share.noteUsed(subject, used)
    }
    return allowed
  }

  function takeBoth(node: number): boolean {
    const place = shares[node]!.reserve(subject, limit)
    if ('refused' in place) return false
    const { allowed } = askRedis()
    place.settle(allowed)
    return allowed
  }

  return {
    allowedMs,
    wait: (ms: number) => {
      nowMs += ms
    },
    fail: () => {
      up = false
    },
    /** `empty`: Redis restarts without its data. */
    recover: (empty: boolean) => {
      if (up) return
      up = true
      if (empty) inRedis = []
      exactFromMs = nowMs + windowMs * 1.25
    },
    takeAlone: (node: number) => shares[node]!.take(subject, limit),
    take: (node: number) => {
      const alone = () => shares[node]!.take(subject, limit).allowed
      const allowed = !up ? alone() : nowMs < exactFromMs ? takeBoth(node) : takeShared(node)
      if (allowed) allowedMs.push(nowMs)
    },
  }
}

/** The highest number of calls in any window, with both ends included. */
function busiest(allowedMs: number[]): number {
  let most = 0
  let first = 0
  for (const [last, at] of allowedMs.entries()) {
    while (at - (allowedMs[first] as number) > windowMs) first++
    most = Math.max(most, last - first + 1)
  }
  return most
}

const pauseMs = fc.oneof(
  fc.integer({ min: 0, max: 20_000 }),
  fc.constantFrom(0, 1, 59_999, 60_000, 60_001, 75_000),
)
const event = fc.oneof(
  { weight: 8, arbitrary: fc.record({ calls: fc.integer({ min: 1, max: 150 }), node: fc.nat(3), pauseMs }) },
  { weight: 1, arbitrary: fc.constant('fail' as const) },
  { weight: 1, arbitrary: fc.constantFrom('recover' as const, 'recover empty' as const) },
)

test('all nodes together allow at most 1.2 times the limit while Redis fails and recovers', () => {
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 40 }),
      fc.integer({ min: 1, max: 4 }),
      fc.constantFrom(40, 100, 250),
      (events, size, limit) => {
        const cluster = createCluster(size, limit)
        for (const what of events) {
          if (what === 'fail') cluster.fail()
          else if (typeof what === 'string') cluster.recover(what === 'recover empty')
          else {
            cluster.wait(what.pauseMs)
            for (let call = 0; call < what.calls; call++) cluster.take(what.node % size)
          }
        }
        assert.ok(busiest(cluster.allowedMs) <= limit * 1.2)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a single node stays exact without Redis', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ calls: fc.nat(60), pauseMs }), { maxLength: 30 }),
      fc.nat(30),
      (steps, at) => {
        const cluster = createCluster(1, 100)
        const model: number[] = []
        let nowMs = startMs
        for (const [index, step] of steps.entries()) {
          if (index === at) cluster.fail()
          cluster.wait(step.pauseMs)
          nowMs += step.pauseMs
          for (let call = 0; call < step.calls; call++) {
            cluster.take(0)
            if (model.filter((made) => nowMs - made <= windowMs).length < 100) model.push(nowMs)
          }
        }
        assert.deepEqual(cluster.allowedMs, model)
      },
    ),
  )
})

test('a retry after exactly `retryAfterSeconds` is allowed without Redis too', () => {
  const use = fc.record({ calls: fc.integer({ min: 1, max: 60 }), node: fc.nat(2), pauseMs: fc.nat(20_000) })
  fc.assert(
    fc.property(fc.array(use, { maxLength: 12 }), fc.array(use, { maxLength: 12 }), (before, after) => {
      const cluster = createCluster(3, 100)
      const replay = (uses: typeof before) => {
        for (const { calls, node, pauseMs } of uses) {
          cluster.wait(pauseMs)
          for (let call = 0; call < calls; call++) cluster.take(node)
        }
      }
      replay(before)
      cluster.fail()
      replay(after)
      for (let calls = 0; calls < 200; calls++) {
        const answer = cluster.takeAlone(0)
        if (answer.allowed) continue
        assert.equal(answer.remaining, 0)
        cluster.wait(answer.retryAfterSeconds * 1000)
        assert.equal(cluster.takeAlone(0).allowed, true)
        return
      }
      assert.fail('never refused')
    }),
    { numRuns: 500 },
  )
})
