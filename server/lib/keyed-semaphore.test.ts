import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createKeyedSemaphore } from './keyed-semaphore.ts'

test('2A no more than the total at once, and no more than the share of one key', async () => {
  const semaphore = createKeyedSemaphore({ total: 8, perKey: 2 })
  const now = new Map<string, number>()
  let most = 0
  let mostOfOne = 0
  const work = async (key: string) => {
    const leave = await semaphore.enter(key)
    now.set(key, (now.get(key) ?? 0) + 1)
    most = Math.max(
      most,
      [...now.values()].reduce((sum, count) => sum + count, 0),
    )
    mostOfOne = Math.max(mostOfOne, ...now.values())
    await turn()
    now.set(key, (now.get(key) ?? 0) - 1)
    leave()
  }
  await Promise.all(Array.from({ length: 120 }, (_, index) => work(`host-${index % 6}`)))
  assert.equal(most, 8)
  assert.equal(mostOfOne, 2)
})

test('2A a slow host does not hold up the others', async () => {
  const semaphore = createKeyedSemaphore({ total: 3, perKey: 1 })
  await semaphore.enter('slow')
  void semaphore.enter('slow')
  const leave = await semaphore.enter('quick')
  leave()
})

test('a place is given to the first who waits for it', async () => {
  const semaphore = createKeyedSemaphore({ total: 1, perKey: 1 })
  const order: number[] = []
  const leave = await semaphore.enter('a')
  const waiting = [1, 2, 3].map(async (number) => {
    const leaveToo = await semaphore.enter('a')
    order.push(number)
    leaveToo()
  })
  leave()
  await Promise.all(waiting)
  assert.deepEqual(order, [1, 2, 3])
})

test('a caller that stops waiting gets the reason and leaves no gap', async () => {
  const semaphore = createKeyedSemaphore({ total: 1, perKey: 1 })
  const leave = await semaphore.enter('a')
  const impatient = new AbortController()
  const given = assert.rejects(semaphore.enter('a', impatient.signal), /enough/)
  const patient = semaphore.enter('a')
  impatient.abort(new Error('enough'))
  await given
  leave()
  const leaveToo = await patient
  leaveToo()
  await assert.rejects(semaphore.enter('a', impatient.signal), /enough/)
})
