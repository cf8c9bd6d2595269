import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBreaker, createPace } from './manners.ts'

test('a pace admits one call per gap, and refuses a call that would wait too long', async () => {
  const pace = createPace(200, 250)
  const turns = await Promise.all([pace.mayGo(), pace.mayGo(), pace.mayGo(), pace.mayGo()])
  assert.deepEqual(turns, [true, true, false, false])
})

test('no gap, no wait', async () => {
  const pace = createPace(0, 0)
  assert.deepEqual(await Promise.all([pace.mayGo(), pace.mayGo()]), [true, true])
})

test('a breaker opens after the failures in a row, not before, and a success starts the count again', () => {
  const breaker = createBreaker({ failures: 2, restMs: 60_000 })
  breaker.note(false)
  breaker.note(true)
  breaker.note(false)
  assert.equal(breaker.isOpen(), false)
  breaker.note(false)
  assert.equal(breaker.isOpen(), true)
})

test('a breaker closes after its rest', () => {
  const breaker = createBreaker({ failures: 1, restMs: 0 })
  breaker.note(false)
  assert.equal(breaker.isOpen(), false)
})
