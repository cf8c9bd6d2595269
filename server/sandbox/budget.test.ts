import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createBudget } from './budget.ts'
import type { Turn } from './turns.ts'

const { signal } = new AbortController()

function stoppedClock(t: TestContext): { now: number } {
  const clock = { now: 0 }
  t.mock.method(performance, 'now', () => clock.now)
  return clock
}

test('a budget ends after its time, and later for what is almost done', (t) => {
  const clock = stoppedClock(t)
  const budget = createBudget({ maxMs: 20_000, finishMs: 25_000, signal })
  clock.now = 20_001
  assert.deepEqual([budget.isSpent(), budget.take()], [true, false])
  budget.finish()
  assert.deepEqual([budget.isSpent(), budget.take()], [false, true])
  clock.now = 25_001
  budget.finish()
  assert.equal(budget.isSpent(), true)
})

test('a budget ends after 200 acts, also for what is almost done, and when the service stops', () => {
  const stop = new AbortController()
  const budget = createBudget({ maxMs: 20_000, signal: stop.signal })
  for (let act = 0; act < 200; act++) assert.ok(budget.take())
  budget.finish()
  assert.equal(budget.take(), false)
  const other = createBudget({ maxMs: 20_000, signal: stop.signal })
  stop.abort()
  assert.deepEqual([other.isSpent(), other.take()], [true, false])
})

test('a turn that is used up has one act, and goes on after the rest', async () => {
  let passed = 0
  const turn: Turn = { isUsedUp: () => true, pass: async () => ++passed < 2 }
  const budget = createBudget({ maxMs: 20_000, signal, turn })
  assert.deepEqual([budget.take(), budget.take()], [true, false])
  await budget.rest()
  assert.deepEqual([budget.isSpent(), budget.take(), budget.take()], [false, true, false])
  await budget.rest()
  assert.equal(budget.isSpent(), true, 'no turn came')
})
