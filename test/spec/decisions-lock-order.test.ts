import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { changeMyMail, confirmMyMail } from '#contract/app/mail.ts'
import { warnOfExpiry } from '../../server/accounts/documents/expiry.ts'
import { readConfig } from '../../server/config/read-config.ts'
import { deliverNotices } from '../../server/jobs/notices/deliver.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { outbox } from '../../server/sms/providers/outbox.ts'
import { noticeNeeds } from '../../server/start/connect-texts.ts'
import { completedDeal } from '../support/deals.ts'
import { issueInvoices } from '../support/invoices.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { startMailServer } from '../support/mail-server.ts'
import { codeTo, confirmAddress, mailNode } from '../support/mails.ts'
import { openMarket } from '../support/market.ts'
import type { Person } from '../support/person.ts'
import { sandboxUser } from '../support/sandbox.ts'
import { lockTable } from '../support/table-lock.ts'

/* Decision 77: transactions lock in one order (`server/db/lock-order.ts`), so that no two wait for each other. */
const server = await startMailServer()
const market = await openMarket(server.env)
after(async () => {
  await market[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})
const { app } = market
const { pool, kysely } = app.db
const node = mailNode(app, server)
const { signal } = new AbortController()

/** An erasure that holds the account, and waits before it deletes the notices. */
async function heldErasure({ accountId }: Person) {
  const lock = await lockTable(app.db.url, 'push_subscription', 'SHARE ROW EXCLUSIVE')
  const erasing = eraseAccount(kysely, { accountId, moneySettled: false })
  await lock.reached(1)
  return {
    async goesOn(): Promise<void> {
      await lock[Symbol.asyncDispose]()
      assert.equal((await erasing).outcome, 'erased')
    },
  }
}

test('an erasure and the task that delivers notices do not wait for each other', async () => {
  const [ana, eva] = [await market.person(), await market.person()]
  await confirmAddress(ana, server, node.send)
  await confirmAddress(eva, server, node.send)
  await pool.query('update notice set told_at = now()')
  await pool.query(
    `insert into notice (account_id, kind) values ($1, 'payment_wanted'), ($2, 'payment_wanted')`,
    [ana.accountId, eva.accountId],
  )
  const erasure = await heldErasure(ana)
  const config = readConfig({ ...server.env, SMS_NOTICES: 'off' })
  const smsProviders = [outbox.connect({})] as const
  await deliverNotices({ kysely, smsProviders, sendsMail: true, ...noticeNeeds(config, null) }, signal)
  const { rows } = await pool.query(
    `select account_id from mail where kind = 'notice' and notice_id is not null`,
  )
  assert.deepEqual(rows, [{ account_id: eva.accountId }], 'the other person is told meanwhile')
  await erasure.goesOn()
})

test('an erasure and a confirmed mail address do not wait for each other', async () => {
  const ana = await market.person()
  await ana.ok(changeMyMail, { body: { address: 'late@mail.example' } })
  await node.send()
  const erasure = await heldErasure(ana)
  const confirming = ana.call(confirmMyMail, { body: { code: codeTo(server, 'late@mail.example') } })
  await lockAwaited(app, 2)
  await erasure.goesOn()
  assert.ok([401, 409, 410, 422].includes((await confirming).status))
  const { rows } = await pool.query('select from mail_address where account_id = $1', [ana.accountId])
  assert.equal(rows.length, 0)
})

test('an erasure and the warning of a document that ends do not wait for each other', async () => {
  const carrier = await market.carrier()
  await pool.query(
    `insert into carrier_document (id, account_id, kind, status, decided_at, expires_on)
     select gen_random_uuid(), $1, 'licence', 'accepted', now(), current_date + 3`,
    [carrier.accountId],
  )
  const erasure = await heldErasure(carrier)
  await warnOfExpiry(kysely, signal)
  await erasure.goesOn()
})

for (const who of ['customer', 'carrier'] as const)
  test(`an erasure of a ${who} locks a job that ended before the account, as messages and tips do`, async () => {
    const { job_id, ...deal } = await completedDeal(market)
    const { accountId } = deal[who]
    const client = await pool.connect()
    try {
      await client.query('begin')
      await client.query('select from job where id = $1 for update', [job_id])
      const erasing = eraseAccount(kysely, { accountId, moneySettled: true })
      await lockAwaited(app)
      await client.query('select from account where id = $1 for key share nowait', [accountId])
      await client.query('commit')
      assert.equal((await erasing).outcome, 'erased')
    } finally {
      client.release()
    }
  })

test('an erasure waits for the pages that are being issued, and neither fails', async () => {
  await completedDeal(market)
  const other = await market.person()
  const lock = await lockTable(app.db.url, 'invoice_series', 'ACCESS EXCLUSIVE')
  const issuing = issueInvoices(app)
  await lock.reached(1)
  const erasing = eraseAccount(kysely, { accountId: other.accountId, moneySettled: false })
  await lockAwaited(app, 2)
  await lock[Symbol.asyncDispose]()
  await issuing
  assert.equal((await erasing).outcome, 'erased')
})

test('the deletion of a world locks a carrier before the account, as acts of staff do', async () => {
  const user = await sandboxUser(app)
  await user.begin('happy')
  await user.pass(600)
  const { rows } = await pool.query<{ id: string }>(
    `select account_id as id from carrier join account on account.id = account_id where sandbox_key_id = $1`,
    [user.keyId],
  )
  const [carrier = { id: '' }] = rows
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from carrier where account_id = $1 for update', [carrier.id])
    const deleting = user.sandbox('DELETE', '/world')
    await lockAwaited(app)
    await client.query('select from account where id = $1 for key share nowait', [carrier.id])
    await client.query('commit')
    assert.equal((await deleting).status, 204)
  } finally {
    client.release()
  }
})
