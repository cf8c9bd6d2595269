import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRetryPause, maxPauseSeconds } from './retry-pause.ts'

/** Creates a rest with a clock that the test controls. */
function restAt(startMs: number) {
  const clock = { ms: startMs }
  return { clock, rest: createRetryPause(() => clock.ms) }
}

test('a vendor is not called for the seconds it asked for, and is called again after them', () => {
  const { clock, rest } = restAt(500_000)
  assert.equal(rest.secondsLeft(), null)
  rest.begin(7)
  assert.equal(rest.secondsLeft(), 7)
  clock.ms += 6_500
  assert.equal(rest.secondsLeft(), 1)
  clock.ms += 500
  assert.equal(rest.secondsLeft(), null)
})

test('a longer wait is not shortened by a later header', () => {
  const { rest } = restAt(0)
  rest.begin(60)
  rest.begin(5)
  assert.equal(rest.secondsLeft(), 60)
})

test('a wait of a day is capped', () => {
  const { rest } = restAt(0)
  rest.begin(86_400)
  assert.equal(rest.secondsLeft(), maxPauseSeconds)
})
