import assert from 'node:assert/strict'
import test from 'node:test'
import { withRefundId } from '../../web/src/admin/job/refund-id.ts'
import { ApiError } from '../../web/src/kit/api-error.ts'

const refund = { job_id: 'a job', amount_cents: 1_000, carrier_cents: 0 }

const failed = (status: number) =>
  new ApiError({ status, code: 'no_connection', message: '', details: {}, retryAfterSeconds: null })

/** Sends the refund, and fails with this status if there is one. @returns the id that was sent. */
async function send(status: number | null, asked = refund): Promise<string> {
  let sent = ''
  const sending = withRefundId(asked, async (id) => {
    sent = id
    if (status !== null) throw failed(status)
  })
  if (status === null) await sending
  else await assert.rejects(sending, ApiError)
  return sent
}

for (const status of [401, 403, 429])
  test(`decision 72: a refund whose answer was lost keeps its id when its retry is refused with ${status}`, async () => {
    const first = await send(0)
    assert.equal(await send(status), first)
    assert.equal(await send(null), first)
    assert.notEqual(await send(null), first, 'after a success the next refund is another one')
  })

test('decision 72: another amount is another refund', async () => {
  const first = await send(0)
  assert.notEqual(await send(null, { ...refund, amount_cents: 2_000 }), first)
  assert.equal(await send(null), first)
})
