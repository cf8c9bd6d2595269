import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { publishJob, readMyJob } from '#contract/app/customer.ts'
import { newId } from '../../server/lib/ids.ts'
import { paymentsOf } from '../support/job-records.ts'
import { at, pay } from '../support/job-requests.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { answerBank, payByCard, saveCard } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Payments of drafts that expire or are deleted meanwhile. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

test('DESIGN 6, 4: a confirmation left open is given up, and nothing stays held', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  await payByCard(customer, draft, { does: 'asks_confirmation' })
  await passTime(app.db, '20 minutes')
  await settleMoney(app)
  const given = await customer.ok(readMyJob, at(draft.job_id))
  assert.deepEqual(
    [given.status, given.payment.state, given.payment.refusal],
    ['draft', 'refused', 'not_confirmed'],
  )
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a draft that expires while its payment is in progress is decided by the payment: posted', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const paymentId = newId()
  await payByCard(customer, draft, { paymentId, does: 'asks_confirmation' })
  await app.db.pool.query('update job set expires_at = now() where id = $1', [draft.job_id])
  await answerBank(customer, paymentId, true)
  await settleMoney(app)
  assert.equal((await customer.ok(readMyJob, at(draft.job_id))).status, 'posted')
  assert.equal((await market.partner.read(draft.job_id)).body.status, 'posted')
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a draft that expires while its payment is in progress is decided by the payment: gone', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const paymentId = newId()
  await payByCard(customer, draft, { paymentId, does: 'asks_confirmation' })
  await app.db.pool.query('update job set expires_at = now() where id = $1', [draft.job_id])
  await answerBank(customer, paymentId, false)
  const gone = await customer.refused(readMyJob, at(draft.job_id))
  assert.equal(gone.status, 404)
  await settleMoney(app)
  await assertBooks(app.db)
})

test('DESIGN 3, Life: an expired draft cannot be paid', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const methodId = await saveCard(customer)
  await app.db.pool.query('update job set expires_at = now() where id = $1', [draft.job_id])
  const late = await customer.refused(publishJob, pay(draft.job_id, { methodId }))
  assert.equal(late.status, 404)
  assert.deepEqual(await paymentsOf(app, draft.job_id), [])
})

test('reliability, publish × expiry: a hold whose draft is gone is given back at once', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const paymentId = newId()
  await payByCard(customer, draft, { paymentId, does: 'asks_confirmation' })
  await app.db.pool.query('delete from job where id = $1', [draft.job_id])
  await answerBank(customer, paymentId, true)
  await passTime(app.db, '1 minute')
  await settleMoney(app)
  const { rows } = await app.db.pool.query('select status from payment where id = $1', [paymentId])
  assert.deepEqual(rows, [{ status: 'released' }])
  await assertBooks(app.db)
})
