import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Problem } from '../lib/problem.ts'
import { createWait } from './slow-answers.ts'

const isUnavailable = (error: unknown) => error instanceof Problem && error.code === 'service_unavailable'

test('a wait ends when its client disconnects, and all end when the service stops', async () => {
  const [stop, client, other] = [new AbortController(), new AbortController(), new AbortController()]
  const wait = createWait({ stopSignal: stop.signal })
  const left = assert.rejects(wait(20, { keyId: 'A', hangUp: client.signal }), isUnavailable)
  let isOver = false
  const stays = assert
    .rejects(wait(20, { keyId: 'A', hangUp: other.signal }), isUnavailable)
    .finally(() => (isOver = true))
  client.abort()
  await left
  assert.equal(isOver, false)
  stop.abort()
  await stays
})

test('one key has 20 waits at a time and all keys have 60; a wait that ends makes room', async () => {
  const stop = new AbortController()
  const wait = createWait({ stopSignal: stop.signal })
  const running: Promise<void>[] = []
  const begin = (keyId: string, hangUp = new AbortController().signal) => {
    const ended = assert.rejects(wait(20, { keyId, hangUp }), isUnavailable)
    running.push(ended)
    return ended
  }
  const client = new AbortController()
  const first = begin('A', client.signal)
  for (let n = 1; n < 20; n++) void begin('A')
  // Refused at once: the others still wait.
  await begin('A')
  for (const keyId of ['B', 'C']) for (let n = 0; n < 20; n++) void begin(keyId)
  await begin('D')
  client.abort()
  await first
  let isRefused = false
  const next = begin('D').finally(() => (isRefused = true))
  await nextTurn()
  assert.equal(isRefused, false, 'the freed place is taken')
  stop.abort()
  await Promise.all([next, ...running])
})
