import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { atMost } from './at-most.ts'

test('as many works run as allowed, the others in the order of their calls, also after a failure', async () => {
  const inTurn = atMost(2)
  const started: number[] = []
  const ends: (() => void)[] = []
  const works = Array.from({ length: 4 }, (_, n) =>
    inTurn(() => {
      started.push(n)
      const { promise, resolve, reject } = Promise.withResolvers<number>()
      ends.push(() => (n === 0 ? reject(new Error('0')) : resolve(n)))
      return promise
    }),
  )
  const settled = Promise.allSettled(works)
  for (const expected of [
    [0, 1],
    [0, 1, 2],
    [0, 1, 2, 3],
  ]) {
    await setImmediate()
    assert.deepEqual(started, expected)
    ends[expected.length - 2]?.()
  }
  ends[3]?.()
  assert.deepEqual(
    (await settled).map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
})
