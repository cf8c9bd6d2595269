import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { QueueStore } from '../../web/src/kit/queued-request.ts'
import { type Answer, act, memoryStore, setUp, withPhoto } from '../support/offline-queues.ts'

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

test('a request is shown as queued until its answer is there, or the page would show the state before it', async () => {
  const { queue, shownAtAnswer, waiting } = setUp(({ url }) =>
    url.endsWith('b') ? { status: 409, code: 'wrong_state' } : 'ok',
  )
  await queue.add(act('a'))
  await queue.add(act('b'))
  await queue.drain()
  assert.deepEqual(shownAtAnswer, [2, 1])
  assert.equal(waiting.at(-1), 0)
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

test('requests that the person deletes on signing out are not sent', async () => {
  const { queue, sent, store, waiting } = setUp(() => 'ok')
  await queue.add(act('a'))
  await queue.forget(null)
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

test('a photo is uploaded right before its act, with a separate key, and its id goes into the body', async () => {
  const bodies: unknown[] = []
  const { queue, sent } = setUp(({ body }) => {
    bodies.push(body)
    return 'ok'
  })
  await queue.add(withPhoto('a'))
  await queue.add(act('b'))
  await queue.drain()
  assert.deepEqual(sent, ['a.upload', 'a', 'b'])
  assert.deepEqual(bodies, ['picture', '{"tapped_at":"now","done":"a.upload"}', undefined])
})

test('a photo that is uploaded is not uploaded again, also by the next page', async () => {
  const store = memoryStore()
  let isOnline = true
  const earlier = setUp(({ url }) => {
    if (url.endsWith('photos')) return 'ok'
    isOnline = false
    return { status: 401, code: 'signed_out' }
  }, store)
  await earlier.queue.add(withPhoto('a'))
  await earlier.queue.drain()
  assert.equal(isOnline, false)
  const later = setUp(() => 'ok', store)
  await later.queue.drain()
  assert.deepEqual(later.sent, ['a'])
})

test('a photo that is refused is told, and its act is sent without it', async () => {
  const bodies: unknown[] = []
  const { queue, answers } = setUp(({ url, body }) => {
    bodies.push(body)
    return url.endsWith('photos') ? { status: 400, code: 'validation_error' } : 'ok'
  })
  await queue.add(withPhoto('a'))
  await queue.drain()
  assert.deepEqual(bodies, ['picture', '{"tapped_at":"now"}'])
  assert.deepEqual(answers, [['a', { ok: true, body: { done: 'a' }, isUploadLost: true }]])
})

test('a full device: the act and its photo are sent from memory, and the act alone is kept for the next page', async () => {
  const store = memoryStore()
  const full: QueueStore = {
    ...store,
    put: async (queued) => {
      if (queued.upload) throw new DOMException('full', 'QuotaExceededError')
      await store.put(queued)
    },
  }
  const open = setUp(() => 'ok', full)
  await open.queue.add(withPhoto('a'))
  assert.deepEqual(open.endings, ['full'])
  const left = (await store.all()).map(({ id, upload, isUploadLost }) => [id, upload, isUploadLost])
  assert.deepEqual(left, [['a', undefined, true]])
  await open.queue.drain()
  assert.deepEqual(open.sent, ['a.upload', 'a'])
  assert.deepEqual(await store.all(), [])
})

test('a device that stores nothing at all: the acts are sent in order while the page is open', async () => {
  const none: QueueStore = {
    all: async () => [],
    put: async () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    replace: async () => false,
    remove: async () => {},
  }
  const { queue, sent, endings } = setUp(() => 'ok', none)
  for (const one of [act('a'), withPhoto('b'), act('c')]) await queue.add(one)
  await queue.drain()
  assert.deepEqual(sent, ['a', 'b.upload', 'b', 'c'])
  assert.deepEqual(endings, ['full', 'full', 'full'])
})
