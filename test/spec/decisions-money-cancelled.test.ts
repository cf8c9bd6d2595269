import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, publishJob, readMyJob } from '#contract/app/customer.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { readWallet } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import { acceptedDeal, type Deal, type DealOptions } from '../support/deals.ts'
import { ledgerOf } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { fillWallet, payByCard, readyPayouts } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Money of jobs that are cancelled or given back. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

const accepted = (options?: DealOptions) => acceptedDeal(market, options)
const booked = ({ job_id }: Deal) => ledgerOf(app, job_id)

test('3 posted → cancelled: the pre-authorisation is released, no penalty', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const params = { job_id: draft.job_id }
  await payByCard(customer, draft)
  const cancelled = await customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } })
  assert.deepEqual([cancelled.status, cancelled.payment.state], ['cancelled', 'releasing'])
  await settleMoney(app)
  const settled = await customer.ok(readMyJob, { params })
  assert.equal(settled.payment.state, 'released')
  const { rows } = await app.db.pool.query('select status, captured_cents from payment where job_id = $1', [
    draft.job_id,
  ])
  assert.deepEqual(rows, [{ status: 'released', captured_cents: 0 }])
  await assertBooks(app.db)
})

test('DESIGN 3, Life: money of a wallet goes back into it', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const params = { job_id: draft.job_id }
  await fillWallet(customer, 50_000)
  await customer.ok(publishJob, { params, body: { payment_id: newId(), source: 'wallet' } })
  await customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } })
  await settleMoney(app)
  const { balance_cents, entries } = await customer.ok(readWallet)
  assert.equal(balance_cents, 50_000)
  assert.deepEqual(
    entries.map(({ kind, amount_cents }) => [kind, amount_cents]),
    [
      ['release', draft.price.total_cents],
      ['hold', -draft.price.total_cents],
      ['top_up', 50_000],
    ],
  )
  await assertBooks(app.db)
})

test('DESIGN 3, Life: within five minutes of the acceptance cancelling is free, and everything is released', async () => {
  const deal = await accepted()
  const cancelled = await deal.customer.ok(cancelMyJob, { params: deal.params, body: { fee_cents: 0 } })
  assert.equal(cancelled.status, 'cancelled')
  await settleMoney(app)
  assert.deepEqual(await booked(deal), [
    ['hold', deal.total],
    ['release', deal.total],
  ])
  await assertBooks(app.db)
})

test('DESIGN 3, Life: later the fee by size is captured, 80 % to the carrier, the rest released', async () => {
  const deal = await accepted()
  const { customer, carrier, params, total } = deal
  await readyPayouts(app, carrier)
  await passTime(app.db, '6 minutes')
  const { cancellation } = await customer.ok(readMyJob, { params })
  assert.deepEqual([cancellation.allowed, cancellation.fee_cents], [true, 2_500])
  await customer.ok(cancelMyJob, { params, body: { fee_cents: 2_500 } })
  await settleMoney(app)
  const ended = await customer.ok(readMyJob, { params })
  assert.deepEqual(
    [ended.status, ended.payment.state, ended.payment.charged_cents],
    ['cancelled', 'captured', 2_500],
  )
  assert.deepEqual(await booked(deal), [
    ['capture', 2_500],
    ['fee', 500],
    ['hold', total],
    ['release', total - 2_500],
    ['share', 2_000],
    ['transfer', 2_000],
  ])
  const theirs = await carrier.ok(readCarrierJob, { params })
  assert.deepEqual([theirs.status, theirs.compensation_cents, theirs.paid_out], ['cancelled', 2_000, true])
  const { entries } = await carrier.ok(readEarnings)
  assert.deepEqual(
    entries.map(({ kind, amount_cents }) => [kind, amount_cents]),
    [['cancellation', 2_000]],
  )
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a fee on an expired hold is charged again, and only the fee', async () => {
  const deal = await accepted()
  await passTime(app.db, '8 days')
  // Within the time for the collection, as when staff have given the job to another carrier.
  const later = `update job set accepted_at = now() - interval '1 hour' where id = $1`
  await app.db.pool.query(later, [deal.job_id])
  await deal.customer.ok(cancelMyJob, { params: deal.params, body: { fee_cents: 2_500 } })
  await settleMoney(app)
  const ended = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual([ended.status, ended.payment.charged_cents], ['cancelled', 2_500])
  const { rows } = await app.db.pool.query(
    'select status, amount_cents from payment where job_id = $1 order by created_at',
    [deal.job_id],
  )
  assert.deepEqual(rows, [
    { status: 'refused', amount_cents: deal.total },
    { status: 'captured', amount_cents: 2_500 },
  ])
  await assertBooks(app.db)
})

test('DESIGN 3, Life: giving a job back releases the whole hold, when it cannot go on to another carrier', async () => {
  const deal = await accepted()
  await passTime(app.db, '1 hour')
  // Of a customer who cannot use the app, a hold does not move (decision 65).
  const suspend = (at: string) =>
    app.db.pool.query(`update account set suspended_at = ${at} where id = $1`, [deal.customer.accountId])
  await suspend('now()')
  await deal.carrier.ok(giveBackJob, { params: deal.params, body: {} })
  await suspend('null')
  await settleMoney(app)
  const ended = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual(
    [ended.status, ended.payment.state, ended.payment.charged_cents],
    ['cancelled', 'released', null],
  )
  await assertBooks(app.db)
})

test('reliability, cancel × capture: an amount that is already captured is refunded, not voided', async () => {
  const customer = await market.person()
  const draft = await market.draft(customer)
  const params = { job_id: draft.job_id }
  await payByCard(customer, draft)
  await app.db.pool.query(
    `update sandbox_authorization set status = 'captured', captured_cents = amount_cents
     where payment_id = (select id from payment where job_id = $1)`,
    [draft.job_id],
  )
  await customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } })
  await settleMoney(app)
  const ended = await customer.ok(readMyJob, { params })
  assert.deepEqual(
    [ended.status, ended.payment.state, ended.payment.charged_cents],
    ['cancelled', 'refunded', 0],
  )
  await assertBooks(app.db)
})
