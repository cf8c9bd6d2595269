import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { batchCalls } from './batch-calls.ts'

/** Batches whose work ends when the test says so. */
function setUp({ mostRunning = 1, largest = 10 }) {
  const batches: {
    items: number[]
    end: (results: (string | Error)[]) => void
    fail: (error: Error) => void
  }[] = []
  const call = batchCalls<number, string>({
    work: (items) =>
      new Promise((end, fail) => {
        batches.push({ items: [...items], end, fail })
      }),
    mostRunning,
    largest,
  })
  const begun = async (many: number) => {
    while (batches.length < many) await nextTurn()
  }
  return { call, batches, begun, items: () => batches.map((batch) => batch.items) }
}

test('calls of one turn run together, and each gets its own result', async () => {
  const { call, batches, items } = setUp({})
  const calls = Promise.all([call(1), call(2), call(3)])
  await nextTurn()
  assert.deepEqual(items(), [[1, 2, 3]])
  batches[0]?.end(['one', 'two', 'three'])
  assert.deepEqual(await calls, ['one', 'two', 'three'])
})

test('calls made while the most batches run wait, and then run together', async () => {
  const { call, batches, begun, items } = setUp({ mostRunning: 2 })
  const calls: Promise<string>[] = []
  for (const item of [1, 2, 3, 4]) {
    calls.push(call(item))
    await nextTurn()
  }
  assert.deepEqual(items(), [[1], [2]])
  batches[1]?.end(['two'])
  await begun(3)
  assert.deepEqual(items(), [[1], [2], [3, 4]])
  batches[2]?.end(['three', 'four'])
  batches[0]?.end(['one'])
  assert.deepEqual(await Promise.all(calls), ['one', 'two', 'three', 'four'])
})

test('a batch has at most the largest number of calls', async () => {
  const { call, batches, begun, items } = setUp({ largest: 2 })
  const calls = Promise.all([1, 2, 3].map(call))
  await nextTurn()
  assert.deepEqual(items(), [[1, 2]])
  batches[0]?.end(['one', 'two'])
  await begun(2)
  assert.deepEqual(items(), [[1, 2], [3]])
  batches[1]?.end(['three'])
  assert.deepEqual(await calls, ['one', 'two', 'three'])
})

test('an Error among the results rejects only its call; a failed batch rejects its calls, and the next one runs', async () => {
  const { call, batches } = setUp({})
  const mixed = Promise.allSettled([call(1), call(2)])
  await nextTurn()
  batches[0]?.end(['one', new Error('two')])
  assert.deepEqual(
    (await mixed).map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  const lost = Promise.allSettled([call(3), call(4)])
  await nextTurn()
  batches[1]?.fail(new Error('lost'))
  assert.deepEqual(
    (await lost).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  const next = call(5)
  await nextTurn()
  batches[2]?.end(['five'])
  assert.equal(await next, 'five')
})
