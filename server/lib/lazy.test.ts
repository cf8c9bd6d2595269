import assert from 'node:assert/strict'
import test from 'node:test'
import { lazyPromise } from './lazy.ts'

test('calls share one computation, and its value is kept', async () => {
  let computed = 0
  const value = lazyPromise(async () => ++computed)
  assert.deepEqual(await Promise.all([value(), value()]), [1, 1])
  assert.equal(await value(), 1)
})

test('a failure reaches every caller that waited for it, and the next call computes again', async () => {
  let computed = 0
  const value = lazyPromise(async () => {
    computed += 1
    if (computed === 1) throw new Error('lost')
    return computed
  })
  const outcomes = await Promise.allSettled([value(), value()])
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await value(), 2)
})
