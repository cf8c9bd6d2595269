import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { stories } from '#contract/sandbox/stories.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { startDray } from '../support/dray.ts'
import { playToEnd, sandboxUser } from '../support/sandbox.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const tables = [
  'job',
  'account',
  'carrier',
  'payment',
  'payment_effect',
  'payment_method',
  'card_setup',
  'ledger_transfer',
  'sms',
  'rating',
  'sandbox_authorization',
  'sandbox_call',
  'sandbox_card',
  'sandbox_movement',
  'sandbox_payout_account',
  'sandbox_setup',
  'sandbox_story',
]

async function countRows(): Promise<string[]> {
  const counts = tables.map(async (table) => {
    const { rows } = await app.db.pool.query<{ count: number }>(`select count(*)::integer from ${table}`)
    return `${table}: ${rows[0]?.count}`
  })
  return Promise.all(counts)
}

test('sandbox: a world in which every story has ended is deleted, with the payments of drafts that expired', async () => {
  const user = await sandboxUser(app)
  const before = await countRows()
  for (const { name } of stories) await user.begin(name)
  await playToEnd(user)
  const deleted = await user.sandbox('DELETE', '/world')
  assert.equal(deleted.status, 204, deleted.text)
  assert.deepEqual(await countRows(), before)
  assert.deepEqual(await ledgerImbalance(app.db.kysely), [])
  const { body } = await user.sandbox<{ ahead_seconds: number }>('GET', '/clock')
  assert.ok(Math.abs(body.ahead_seconds) < 5)
})

test('sandbox: a deletion may have the header of a body that it has not', async () => {
  const user = await sandboxUser(app)
  const headers = { 'x-api-key': user.apiKey, 'content-type': 'application/json' }
  const { status } = await app.fetch('/sandbox/v1/world', { method: 'DELETE', headers })
  assert.equal(status, 204)
})
