import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from './ids.ts'

test('ids of one millisecond are in the order in which they were made', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
})

test('ids stay in order when the clock is set back', ({ mock }) => {
  const before = newId()
  mock.method(Date, 'now', () => Date.parse('2026-01-01T00:00:00Z'))
  const ids = [before, ...Array.from({ length: 1_000 }, newId)]
  assert.deepEqual([...ids].sort(), ids)
})

test('ids of one millisecond differ in their random part', ({ mock }) => {
  const nowMs = Date.now() + 60_000
  mock.method(Date, 'now', () => nowMs)
  const tails = Array.from({ length: 1_000 }, () => newId().slice(-10))
  assert.equal(new Set(tails).size, tails.length)
})
