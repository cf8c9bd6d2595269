import assert from 'node:assert/strict'
import test from 'node:test'
import { leftMs } from '../../web/src/kit/left-requests.ts'
import type { QueueStore } from '../../web/src/kit/queued-request.ts'
import { act, setUp, withPhoto } from '../support/offline-queues.ts'

/* The offline queue and the accounts of its requests: a session sends only its own (decision 7). */

const of = (accountId: string, id: string, lane?: string) => ({ ...act(id, lane), accountId })

const idsIn = async (store: QueueStore) => (await store.all()).map(({ id }) => id).sort()

/** As if the sessions of all other accounts had ended so long ago. */
async function endedAgo(store: QueueStore, ms: number): Promise<void> {
  for (const queued of await store.all())
    if (queued.leftAt !== undefined) await store.put({ ...queued, leftAt: queued.leftAt - ms })
}

test('acts that the person deletes while a photo uploads: not stored again, not sent, their answers not shown', async () => {
  const { queue, sent, store, answers } = setUp(async ({ url }): Promise<'ok'> => {
    if (url.endsWith('photos')) await queue.forget(null)
    return 'ok'
  })
  await queue.add(withPhoto('a'))
  await queue.drain()
  assert.deepEqual(sent, ['a.upload'])
  assert.deepEqual(await store.all(), [])
  assert.deepEqual(answers, [])
})

test('an act that the person deletes while it is sent: its answer is not shown', async () => {
  const { queue, answers } = setUp(async (): Promise<'ok'> => {
    await queue.forget(null)
    return 'ok'
  })
  await queue.add(act('a'))
  await queue.drain()
  assert.deepEqual(answers, [])
})

test('only the acts of the account that signs out are deleted, with those of an unknown account', async () => {
  const { queue, store } = setUp(() => 'ok')
  await queue.add(of('ana', 'a'))
  await queue.add(of('bea', 'b'))
  await queue.add(act('c'))
  await queue.forget('ana')
  assert.deepEqual(await idsIn(store), ['b'])
})

test('acts of another account wait for its next sign-in, and are sent in no other session', async () => {
  const { queue, sent, accounts, store, session } = setUp(() => 'ok')
  await queue.add(of('ana', 'a', 'one'))
  await queue.add(of('bea', 'b', 'two'))
  await queue.add(act('c', 'of an earlier version'))
  session.accountId = 'bea'
  await queue.begin('bea')
  await queue.drain()
  assert.deepEqual(sent.toSorted(), ['b', 'c'])
  session.accountId = null
  await queue.drain()
  assert.deepEqual(await idsIn(store), ['a'])
  session.accountId = 'ana'
  await queue.begin('ana')
  await queue.drain()
  assert.deepEqual([sent.at(-1), accounts.at(-1)], ['a', 'ana'])
  assert.deepEqual(await store.all(), [])
})

test('after a sign-out, acts of an unknown account are those of the person who signed out', async () => {
  const { queue, sent, store, session } = setUp(() => 'ok')
  await queue.add(act('a'))
  await queue.end('ana')
  session.accountId = 'bea'
  await queue.begin('bea')
  await queue.drain()
  assert.deepEqual([sent, await idsIn(store)], [[], ['a']])
})

test('acts wait seven days after the session of their account ended, with their photos, and not longer', async () => {
  const { queue, sent, store, session } = setUp(() => 'ok')
  await queue.add({ ...withPhoto('a'), accountId: 'ana' })
  session.accountId = 'bea'
  await queue.begin('bea')
  await endedAgo(store, leftMs - 60_000)
  await queue.drain()
  assert.deepEqual(await idsIn(store), ['a'])
  await endedAgo(store, 120_000)
  await queue.drain()
  assert.deepEqual(await store.all(), [])
  session.accountId = 'ana'
  await queue.begin('ana')
  await queue.drain()
  assert.deepEqual(sent, [])
})

test('the seven days begin again with each session, and do not run while it lasts', async () => {
  const { queue, sent, store, session } = setUp(() => 'ok')
  await queue.add(of('ana', 'a'))
  await queue.end('ana')
  await endedAgo(store, leftMs + 1)
  session.accountId = 'ana'
  await queue.begin('ana')
  await queue.end('ana')
  session.accountId = null
  await queue.drain()
  assert.deepEqual([sent, await idsIn(store)], [[], ['a']])
})

test('a session that the server has ended: its acts wait seven days too', async () => {
  const { queue, store, session, endings } = setUp(() => ({ status: 401, code: 'signed_out' }))
  session.accountId = 'ana'
  await queue.add(of('ana', 'a'))
  await queue.drain()
  assert.deepEqual([endings, await idsIn(store)], [['signed out'], ['a']])
  await endedAgo(store, leftMs + 1)
  await queue.drain()
  assert.deepEqual(await store.all(), [])
})

test('another account signs in between two attempts: the act is not sent for it', async () => {
  const { queue, sent, session } = setUp(() => {
    session.accountId = 'bea'
    return { status: 503 }
  })
  session.accountId = 'ana'
  await queue.add(of('ana', 'a'))
  await queue.drain()
  assert.deepEqual(sent, ['a'])
})

test('another account signs in while an act is sent: done it goes, refused it waits for its person, and neither is shown', async () => {
  for (const answer of [
    'ok',
    { status: 409, code: 'wrong_state' },
    { status: 401, code: 'signed_out' },
  ] as const) {
    const { queue, store, session, answers, endings } = setUp(() => {
      session.accountId = 'bea'
      return answer
    })
    session.accountId = 'ana'
    await queue.add(of('ana', 'a'))
    await queue.drain()
    assert.deepEqual([await idsIn(store), answers, endings], [answer === 'ok' ? [] : ['a'], [], []])
  }
})

test('another account signs in while a photo uploads: the act waits with its photo', async () => {
  const { queue, sent, store, session } = setUp(() => {
    session.accountId = 'bea'
    return 'ok'
  })
  session.accountId = 'ana'
  await queue.add({ ...withPhoto('a'), accountId: 'ana' })
  await queue.drain()
  assert.deepEqual(sent, ['a.upload'])
  assert.deepEqual(
    (await store.all()).map(({ id, upload }) => [id, upload !== undefined]),
    [['a', true]],
  )
})
