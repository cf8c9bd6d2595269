import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from './ids.ts'

test('ids of one millisecond are in the order in which they were made', () => {
  const ids = Array.from({ length: 10_000 }, newId)
  assert.deepEqual([...ids].sort(), ids)
  assert.equal(new Set(ids).size, ids.length)
})
