import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQuota, takeShares } from './quota.ts'

test('a quota grants each key its amount, and again after a release', () => {
  const quota = createQuota(3)
  assert.equal(quota.take('a', 2), true)
  assert.equal(quota.take('a', 2), false)
  assert.equal(quota.take('b', 3), true)
  quota.release('a', 2)
  assert.equal(quota.take('a', 3), true)
})

test('shares are taken all or none; giving them back twice gives them back once', () => {
  const [places, bytes] = [createQuota(2), createQuota(10)]
  const shares = (amount: number) => [
    { quota: places, key: 'a', amount: 1, refusal: 'no place' },
    { quota: bytes, key: 'all', amount, refusal: 'no bytes' },
  ]
  const first = takeShares(shares(8))
  assert.deepEqual(takeShares(shares(8)), { refusal: 'no bytes' })
  const second = takeShares(shares(2))
  assert.ok('release' in first && 'release' in second, 'the refused one left its place free')
  assert.deepEqual(takeShares(shares(0)), { refusal: 'no place' })
  first.release()
  first.release()
  assert.deepEqual(takeShares(shares(9)), { refusal: 'no bytes' })
  assert.ok('release' in takeShares(shares(8)))
})
