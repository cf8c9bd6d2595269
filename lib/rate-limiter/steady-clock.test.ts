import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { createSteadyClock } from './steady-clock.ts'

test('setting the wall clock moves the reported Unix time, not the window', () => {
  let steadyMs = 1_000_000
  let wallMs = 1_000_100
  const clock = createSteadyClock(
    () => steadyMs,
    () => wallMs,
  )
  assert.deepEqual([clock.nowMs(), clock.skewMs()], [1_000_000, 0])
  steadyMs += 2000
  wallMs += 2000 + 49 * 3_600_000
  assert.deepEqual([clock.nowMs(), clock.skewMs()], [1_002_000, 49 * 3_600_000 + 100])
})

test('the seconds are those of the Unix time, at any difference of the clocks', () => {
  const pause = fc.oneof(fc.integer({ min: 0, max: 3000 }), fc.constantFrom(0, 1, 999, 1000, 1001, 2 ** 40))
  fc.assert(
    fc.property(
      fc.integer({ min: -1e12, max: 1e12 }),
      fc.array(fc.record({ pause, ahead: fc.integer({ min: 0, max: 65_535 }) }), { minLength: 1 }),
      (differenceMs, steps) => {
        let steadyMs = 1_763_640_000_123
        const clock = createSteadyClock(
          () => steadyMs + 0.7,
          () => steadyMs + differenceMs,
        )
        for (const { pause: pauseMs, ahead } of steps) {
          steadyMs += pauseMs
          const nowMs = clock.nowMs()
          const unixMs = nowMs + clock.skewMs()
          assert.ok(Math.abs(unixMs - steadyMs - differenceMs) <= 500)
          assert.equal(clock.second(), Math.floor(unixMs / 1000))
          assert.equal(clock.secondAfter(nowMs + ahead), Math.floor((unixMs + ahead) / 1000) + 1)
        }
      },
    ),
  )
})
