import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import type { Sent } from '../../web/src/kit/sent.ts'

/* Decision 7: a 401 is about the session in which the request was sent. */
// Not a literal: these files are of the browser, whose types the tests do not have.
const kit = (file: string): Promise<unknown> => import(`../../web/src/kit/${file}`)
const { exchange } = (await kit('api.ts')) as { exchange: (sent: Sent) => Promise<unknown> }
const { beginSession } = (await kit('device-account.ts')) as { beginSession: () => void }

const refusal = () => Response.json({ error: 'signed_out', message: '' }, { status: 401 })

/** Answers 401 to the first request, after `meanwhile`. */
function refuseFirst(t: TestContext, meanwhile: () => void): () => number {
  const fetched = t.mock.method(globalThis, 'fetch', async () => {
    if (fetched.mock.callCount() > 0) return Response.json({ done: true })
    meanwhile()
    return refusal()
  })
  return () => fetched.mock.callCount()
}

const read: Sent = { method: 'GET', url: '/app/v1/me' }
const change: Sent = { method: 'PUT', url: '/app/v1/me', body: '{}' }

for (const [name, sent] of [
  ['a read', read],
  ['a change that names its account', { ...change, account: 'a' }],
] as const)
  test(`${name} that was refused in the session before is sent again in the new one`, async (t) => {
    const count = refuseFirst(t, beginSession)
    assert.deepEqual(await exchange(sent), { done: true })
    assert.equal(count(), 2)
  })

test('a change that names no account is not sent in the session of another', async (t) => {
  const count = refuseFirst(t, beginSession)
  await assert.rejects(exchange(change), { status: 401 })
  assert.equal(count(), 1)
})

test('a read that was refused in the session that goes on is refused', async (t) => {
  const count = refuseFirst(t, () => {})
  await assert.rejects(exchange(read), { status: 401 })
  assert.equal(count(), 1)
})
