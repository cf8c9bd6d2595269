import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { publishJob, readMyJob } from '#contract/app/customer.ts'
import { downloadMyData } from '#contract/app/data.ts'
import { newId } from '../../server/lib/ids.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { openMarket } from '../support/market.ts'
import { payByCard, saveCard } from '../support/paying.ts'
import { sandboxUser } from '../support/sandbox.ts'

/* A person who opens a test draft in the app, while its world stays still. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { pool, kysely } = app.db

/** Three days pass, and no call moves the world: the draft is still alive. */
const passEnd = (jobId: string) =>
  pool.query(`update job set expires_at = now() - interval '1 day' where id = $1`, [jobId])

test('decision 41: a person publishes a test draft whose world has stayed still for longer than its 48 hours', async () => {
  const user = await sandboxUser(app)
  const customer = await market.person()
  const { job_id } = await market.draft(customer, {}, user)
  const methodId = await saveCard(customer, 'success', job_id)
  await passEnd(job_id)
  assert.equal((await customer.ok(readMyJob, { params: { job_id } })).status, 'draft')
  assert.equal((await payByCard(customer, { job_id }, { methodId })).status, 'posted')
})

test('decision 41: there an unconfirmed payment is replaced by another card, and a live draft is still refused', async () => {
  const user = await sandboxUser(app)
  const customer = await market.person()
  const still = await market.draft(customer, {}, user)
  await payByCard(customer, still, { does: 'asks_confirmation' })
  await passEnd(still.job_id)
  assert.equal((await payByCard(customer, still)).status, 'posted')
  const live = await market.draft(customer)
  const payment_method_id = await saveCard(customer)
  await passEnd(live.job_id)
  const refused = await customer.refused(publishJob, {
    params: { job_id: live.job_id },
    body: { payment_id: newId(), source: 'card', payment_method_id },
  })
  assert.equal(refused.status, 404)
})

test('decision 21: an erasure deletes the test drafts that the person opened, also while their world stays still', async () => {
  const user = await sandboxUser(app)
  const customer = await market.person('Canary Rosa')
  const { job_id } = await market.draft(customer, {}, user)
  await passEnd((await market.draft(customer, {}, user)).job_id)
  const erased = await eraseAccount(kysely, { accountId: customer.accountId, moneySettled: false })
  assert.equal(erased.outcome, 'erased')
  const { rows } = await pool.query('select from job where key_id = $1', [user.keyId])
  assert.equal(rows.length, 0)
  assert.equal((await user.read(job_id)).status, 404)
})

test('decision 21: a person reads the test drafts that wait for the number, also those that stay still', async () => {
  const user = await sandboxUser(app)
  const customer = await market.person()
  const { body } = await user.create({ customer_phone: customer.phone })
  await passEnd(body.job_id)
  const { drafts_waiting } = await customer.ok(downloadMyData)
  assert.deepEqual(
    drafts_waiting.map(({ job_id }) => job_id),
    [body.job_id],
  )
})
