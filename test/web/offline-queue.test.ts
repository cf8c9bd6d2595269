import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../../web/src/kit/api-error.ts'
import {
  type Answered,
  createOfflineQueue,
  type QueuedRequest,
  type QueueStore,
} from '../../web/src/kit/offline-queue.ts'
import type { Sent } from '../../web/src/kit/sent.ts'

type Answer = { status: number; code?: ApiError['code'] }

const refusal = ({ status, code = 'service_unavailable' }: Answer) =>
  new ApiError({ status, code, message: '', details: {}, retryAfterSeconds: null })

function memoryStore(): QueueStore {
  const kept = new Map<string, QueuedRequest>()
  return {
    all: async () => [...kept.values()],
    put: async (act) => void kept.set(act.id, act),
    remove: async (id) => void kept.delete(id),
  }
}

/** A queue with a scripted response for each act; all other calls are recorded. */
function setUp(script: (request: Sent, attempt: number) => Answer | 'ok', store = memoryStore()) {
  const sent: string[] = []
  const answers: [string, Answered][] = []
  const pauses: number[] = []
  const waiting: number[] = []
  const endings: string[] = []
  const queue = createOfflineQueue({
    store,
    send: async (request) => {
      const key = request.idempotencyKey ?? ''
      sent.push(key)
      const answer = script(request, sent.filter((one) => one === key).length)
      if (answer !== 'ok') throw refusal(answer)
      return { done: key }
    },
    pause: async (ms) => void pauses.push(ms),
    waitMs: (_error, failures) => 1_000 * 2 ** failures,
    onWaiting: (kept) => void waiting.push(kept.length),
    onAnswer: ({ id }, answer) => void answers.push([id, answer]),
    onSignedOut: () => void endings.push('signed out'),
  })
  return { queue, store, sent, answers, pauses, waiting, endings }
}

const act = (id: string, lane = 'job') => ({
  id,
  lane,
  operationId: 'collectJob',
  request: { method: 'POST', url: `/app/v1/${id}` },
})

test('an act goes out with its id as the key, until it is answered, a little later each time', async () => {
  const bad: Answer[] = [
    { status: 0 },
    { status: 503 },
    { status: 429 },
    { status: 409, code: 'idempotency_key_in_progress' },
  ]
  const { queue, sent, answers, pauses, store } = setUp((_request, attempt) => bad[attempt - 1] ?? 'ok')
  await queue.add(act('a'))
  await queue.drain()
  assert.deepEqual(sent, ['a', 'a', 'a', 'a', 'a'])
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 8_000])
  assert.deepEqual(answers, [['a', { ok: true, body: { done: 'a' } }]])
  assert.deepEqual(await store.all(), [])
})

test('a request refused for good is shown and does not block later requests', async () => {
  const { queue, sent, answers } = setUp(({ url }) =>
    url.endsWith('a') ? { status: 409, code: 'wrong_state' } : 'ok',
  )
  await queue.add(act('a'))
  await queue.add(act('b'))
  await queue.drain()
  assert.deepEqual(sent, ['a', 'b'])
  assert.equal(answers[0]?.[1].ok, false)
  assert.equal(answers[1]?.[1].ok, true)
})

test('signed out: it is told, nothing is lost, and it goes on after signing in', async () => {
  let signedIn = false
  const { queue, sent, store, endings } = setUp(() => (signedIn ? 'ok' : { status: 401, code: 'signed_out' }))
  await queue.add(act('a'))
  await queue.drain()
  assert.deepEqual(endings, ['signed out'])
  assert.equal((await store.all()).length, 1)
  signedIn = true
  await queue.drain()
  assert.deepEqual(sent, ['a', 'a'])
  assert.deepEqual(await store.all(), [])
})

test('acts of one job wait for each other, those of another job do not', async () => {
  const { queue, sent } = setUp(({ url }, attempt) =>
    url.endsWith('a1') && attempt < 4 ? { status: 0 } : 'ok',
  )
  for (const one of [act('a1', 'a'), act('a2', 'a'), act('b1', 'b')]) await queue.add(one)
  await queue.drain()
  assert.deepEqual(
    sent.filter((id) => id !== 'b1'),
    ['a1', 'a1', 'a1', 'a1', 'a2'],
  )
  assert.ok(sent.indexOf('b1') < sent.indexOf('a2'))
})

test('a reloaded page sends the requests of the earlier page in order', async () => {
  const store = memoryStore()
  const earlier = setUp(() => ({ status: 401 }), store)
  for (const id of ['c', 'a', 'b']) await earlier.queue.add(act(id))
  const later = setUp(() => 'ok', store)
  await later.queue.add(act('d'))
  await later.queue.drain()
  assert.deepEqual(later.sent, ['c', 'a', 'b', 'd'])
})

test('acts begun at once keep their order, and a second drain beside the first sends nothing twice', async () => {
  const { queue, sent, waiting } = setUp(() => 'ok')
  await Promise.all(['a', 'b', 'c'].map((id) => queue.add(act(id))))
  await Promise.all([queue.drain(), queue.drain()])
  assert.deepEqual(sent, ['a', 'b', 'c'])
  assert.equal(waiting.at(-1), 0)
})

test('requests of another person are deleted on signing out', async () => {
  const { queue, sent, store, waiting } = setUp(() => 'ok')
  await queue.add(act('a'))
  await queue.clear()
  await queue.drain()
  assert.deepEqual(sent, [])
  assert.deepEqual(await store.all(), [])
  assert.equal(waiting.at(-1), 0)
})

test('lost requests and responses: each act happens once and in order', async () => {
  const faults = fc.array(fc.constantFrom('lost before', 'lost after', 'busy', 'none'), { maxLength: 40 })
  const lanes = fc.array(fc.constantFrom('x', 'y', 'z'), { minLength: 1, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(lanes, faults, async (lanesOfActs, script) => {
      const happened: string[] = []
      const { queue } = setUp(({ idempotencyKey = '' }) => {
        const fault = script.shift() ?? 'none'
        if (fault === 'lost before') return { status: 0 }
        if (fault === 'busy') return { status: 503 }
        // The server knows the key, and does nothing twice.
        if (!happened.includes(idempotencyKey)) happened.push(idempotencyKey)
        return fault === 'lost after' ? { status: 0 } : 'ok'
      })
      const acts = lanesOfActs.map((lane, i) => act(`${lane}${String(i).padStart(2, '0')}`, lane))
      for (const one of acts) await queue.add(one)
      await queue.drain()
      for (const lane of ['x', 'y', 'z']) {
        const wanted = acts.filter((one) => one.lane === lane).map(({ id }) => id)
        assert.deepEqual(
          happened.filter((id) => id.startsWith(lane)),
          wanted,
        )
      }
    }),
    { numRuns: 200 },
  )
})
