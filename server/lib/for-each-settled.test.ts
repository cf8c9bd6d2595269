import assert from 'node:assert/strict'
import test from 'node:test'
import { forEachSettled } from './for-each-settled.ts'

const going = () => new AbortController().signal

test('a hanging task does not block others while concurrency is left', async () => {
  const done: number[] = []
  const hang = Promise.withResolvers<void>()
  await forEachSettled(
    [1, 2, 3, 4, 5],
    going(),
    async (one) => {
      if (one === 1) await hang.promise
      done.push(one)
      // The first call ends only after the others have run.
      if (one === 5) hang.resolve()
    },
    2,
  )
  assert.deepEqual(done, [2, 3, 4, 5, 1])
})

test('no more than asked for are at work at once, and without asking one', async () => {
  for (const most of [1, 3]) {
    let working = 0
    let peak = 0
    const work = async () => {
      working += 1
      peak = Math.max(peak, working)
      await Promise.resolve()
      working -= 1
    }
    const found = [1, 2, 3, 4, 5, 6, 7]
    await (most === 1 ? forEachSettled(found, going(), work) : forEachSettled(found, going(), work, most))
    assert.equal(peak, most)
  }
})

test('the first failure is thrown when all had their turn; after a stop nothing more is begun', async () => {
  const begun: number[] = []
  const stop = new AbortController()
  const work = async (one: number) => {
    begun.push(one)
    if (one === 2) throw new Error('two')
    if (one === 4) stop.abort()
  }
  await assert.rejects(forEachSettled([1, 2, 3, 4, 5, 6], stop.signal, work), /two/)
  assert.deepEqual(begun, [1, 2, 3, 4])
})
