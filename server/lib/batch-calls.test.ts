import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/errors.ts'
import { batchCalls } from './batch-calls.ts'

type Batch = { items: number[]; end: (results: (string | Error)[]) => void; fail: (error: Error) => void }

/** Batches whose work ends when the test says so. */
function setUp({
  maxRunning = 1,
  maxBatchSize = 10,
  maxWaitMs = 60_000,
  gatherMs = 0,
  slowAfterMs = 60_000,
}) {
  const batches: Batch[] = []
  const call = batchCalls<number, string>({
    work: (items) => new Promise((end, fail) => batches.push({ items: [...items], end, fail })),
    maxRunning,
    maxBatchSize,
    maxWaitMs,
    gatherMs,
    slowAfterMs,
  })
  const begun = async (many: number) => {
    for (let turn = 0; turn < 100 && batches.length < many; turn++) await nextTurn()
    assert.equal(batches.length, many)
  }
  return { call, batches, begun, items: () => batches.map((batch) => batch.items) }
}

const statuses = async (calls: Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map(({ status }) => status)

test('calls of one turn run together, and each gets its own result', async () => {
  const { call, batches, begun, items } = setUp({})
  const calls = Promise.all([call(1), call(2), call(3)])
  await begun(1)
  assert.deepEqual(items(), [[1, 2, 3]])
  batches[0]?.end(['one', 'two', 'three'])
  assert.deepEqual(await calls, ['one', 'two', 'three'])
})

test('calls that are not urgent wait for others, and then run together', async () => {
  const { call, batches, items } = setUp({ gatherMs: 500 })
  const first = call(1)
  await nextTurn()
  const second = call(2)
  while (batches.length === 0) await sleep(20)
  assert.deepEqual(items(), [[1, 2]])
  batches[0]?.end(['one', 'two'])
  assert.deepEqual(await Promise.all([first, second]), ['one', 'two'])
})

test('calls made while the most batches run wait, and then run together', async () => {
  const { call, batches, begun, items } = setUp({ maxRunning: 2 })
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
  const { call, batches, begun, items } = setUp({ maxBatchSize: 2 })
  const calls = Promise.all([1, 2, 3].map(call))
  await begun(1)
  assert.deepEqual(items(), [[1, 2]])
  batches[0]?.end(['one', 'two'])
  await begun(2)
  assert.deepEqual(items(), [[1, 2], [3]])
  batches[1]?.end(['three'])
  assert.deepEqual(await calls, ['one', 'two', 'three'])
})

test('a batch that ends while the next is scheduled starts no empty one', async () => {
  const { call, batches, begun, items } = setUp({ maxRunning: 2 })
  const first = call(1)
  await begun(1)
  const second = call(2)
  batches[0]?.end(['one'])
  await first
  await begun(2)
  batches[1]?.end(['two'])
  await second
  await nextTurn()
  assert.deepEqual(items(), [[1], [2]])
})

test('an Error among the results rejects only its call', async () => {
  const { call, batches, begun } = setUp({})
  const calls = statuses([call(1), call(2)])
  await begun(1)
  batches[0]?.end(['one', new Error('two')])
  assert.deepEqual(await calls, ['fulfilled', 'rejected'])
})

test('a batch that fails, or returns too few results, rejects its calls, and the next one runs', async () => {
  const { call, batches, begun } = setUp({})
  const lost = statuses([call(1), call(2)])
  await begun(1)
  batches[0]?.fail(new Error('lost'))
  assert.deepEqual(await lost, ['rejected', 'rejected'])
  const short = statuses([call(3), call(4)])
  await begun(2)
  batches[1]?.end(['three'])
  assert.deepEqual(await short, ['rejected', 'rejected'])
  const next = call(5)
  await begun(3)
  batches[2]?.end(['five'])
  assert.equal(await next, 'five')
})

test('work that throws at once rejects its calls', async () => {
  const call = batchCalls<number, string>({
    work: () => {
      throw new Error('at once')
    },
    maxRunning: 1,
    maxBatchSize: 10,
  })
  await assert.rejects(call(1), /at once/)
  await assert.rejects(call(2), /at once/)
})

test('a call that waited too long for the batches before it is rejected as unavailable, later ones run', async () => {
  const { call, batches, begun, items } = setUp({ maxWaitMs: 200 })
  const first = call(1)
  await begun(1)
  const late = call(2)
  await sleep(250)
  const recent = call(3)
  batches[0]?.end(['one'])
  assert.equal(await first, 'one')
  await assert.rejects(late, isDatabaseUnavailable)
  await begun(2)
  assert.deepEqual(items(), [[1], [3]])
  batches[1]?.end(['three'])
  assert.equal(await recent, 'three')
})

test('a batch that hangs does not stop the calls after it, and three at a time are too many', async () => {
  const { call, batches, items } = setUp({ slowAfterMs: 20 })
  const calls = [1, 2, 3, 4].map(async (item) => {
    while (batches.length < item - 1) await sleep(5)
    return await call(item)
  })
  while (batches.length < 4) await sleep(5)
  const fifth = call(5)
  await sleep(100)
  assert.deepEqual(items(), [[1], [2], [3], [4]], 'three slow ones and one more')
  batches[3]?.end(['four'])
  while (batches.length < 5) await sleep(5)
  batches.forEach((batch) => batch.end([String(batch.items[0])]))
  assert.deepEqual(await Promise.all([...calls, fifth]), ['1', '2', '3', 'four', '5'])
})
