import assert from 'node:assert/strict'
import { test } from 'node:test'
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
