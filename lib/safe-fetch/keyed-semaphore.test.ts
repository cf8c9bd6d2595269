import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createKeyedSemaphore } from './keyed-semaphore.ts'

test('at most the total at once, and at most perKey for each key', async () => {
  const semaphore = createKeyedSemaphore({ total: 8, perKey: 2 })
  const now = new Map<string, number>()
  let most = 0
  let maxOfSource = 0
  const work = async (key: string) => {
    const leave = await semaphore.enter(key)
    now.set(key, (now.get(key) ?? 0) + 1)
    most = Math.max(
      most,
      [...now.values()].reduce((sum, count) => sum + count, 0),
    )
    maxOfSource = Math.max(maxOfSource, ...now.values())
    await turn()
    now.set(key, (now.get(key) ?? 0) - 1)
    leave()
  }
  await Promise.all(Array.from({ length: 120 }, (_, index) => work(`host-${index % 6}`)))
  assert.equal(most, 8)
  assert.equal(maxOfSource, 2)
})

test('a key whose slots are in use does not delay others', async () => {
  const semaphore = createKeyedSemaphore({ total: 3, perKey: 1 })
  await semaphore.enter('slow')
  void semaphore.enter('slow')
  const leave = await semaphore.enter('quick')
  leave()
})

test('a free slot goes to the first waiter', async () => {
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

test('a waiter that aborts gets the reason and keeps no slot', async () => {
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
