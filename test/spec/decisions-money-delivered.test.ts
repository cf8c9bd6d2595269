import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import type { TestCardBehaviour } from '#contract/app/test-cards.ts'
import { chargeJob } from '../../server/jobs/money/charge.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { renewHolds } from '../../server/jobs/money/renew.ts'
import { runEffect } from '../../server/payments/effects/run.ts'
import { handleProcessorEvent } from '../../server/payments/events/handle.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal, type DealOptions, deliveredDeal } from '../support/deals.ts'
import { ledgerOf, noticesTo, paymentsOf, shareOf } from '../support/job-records.ts'
import { envOf } from '../support/json-command.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { readyPayouts } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { runCommand } from '../support/process.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'

/* Money of delivered jobs: capture, payout, refund. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

const accepted = (options?: DealOptions) => acceptedDeal(market, options)
const delivered = (options?: DealOptions) => deliveredDeal(market, options)
const helperCents = ({ job_id }: Deal) => shareOf(app, job_id)
const booked = ({ job_id }: Deal) => ledgerOf(app, job_id)
const payments = ({ job_id }: Deal) => paymentsOf(app, job_id)
const notices = ({ accountId }: Person, { job_id }: Deal) => noticesTo(app, accountId, job_id)

/** Changes the behaviour of the customer's sandbox card. */
const cardNow = ({ customer }: Deal, does: TestCardBehaviour) =>
  app.db.pool.query('update sandbox_card set does = $1 where payer_reference = $2', [
    does,
    `payer_${customer.accountId}`,
  ])

test('3 accepted → completed: captured at delivery, split to the cent, transferred, both sides notified', async () => {
  const deal = await accepted()
  const { customer, carrier, params, total } = deal
  const helper = await helperCents(deal)
  await readyPayouts(app, carrier)
  assert.deepEqual((await carrier.ok(readEarnings)).expected_cents, helper)
  const handed = await carrier.ok(deliverJob, { params, body: {} })
  assert.deepEqual(
    [handed.status, handed.paid_out],
    ['accepted', false],
    'not before the capture is confirmed',
  )
  await settleMoney(app)
  const done = await customer.ok(readMyJob, { params })
  assert.deepEqual(
    [done.status, done.payment.state, done.payment.charged_cents],
    ['completed', 'captured', total],
  )
  assert.notEqual(done.completed_at, null)
  assert.equal((await carrier.ok(readCarrierJob, { params })).paid_out, true)
  assert.deepEqual(await booked(deal), [
    ['capture', total],
    ['fee', total - helper],
    ['hold', total],
    ['share', helper],
    ['transfer', helper],
  ])
  assert.deepEqual(await notices(customer, deal), ['job_posted', 'job_accepted', 'job_charged'])
  assert.deepEqual(await notices(carrier, deal), ['job_completed'])
  const { owed_cents, paid_cents, expected_cents, month_cents, entries } = await carrier.ok(readEarnings)
  assert.deepEqual([expected_cents, owed_cents, paid_cents, month_cents], [0, 0, helper, helper])
  assert.deepEqual(
    entries.map(({ job_id, kind, amount_cents, paid_out }) => ({ job_id, kind, amount_cents, paid_out })),
    [{ job_id: deal.job_id, kind: 'delivery', amount_cents: helper, paid_out: true }],
  )
  await assertBooks(app.db)
})

test('app contract, readEarnings: earnings without a payout account are owed, and paid when the account is ready', async () => {
  const deal = await delivered()
  const { carrier } = deal
  const helper = await helperCents(deal)
  await settleMoney(app)
  const before = await carrier.ok(readEarnings)
  assert.deepEqual([before.owed_cents, before.paid_cents, before.entries[0]?.paid_out], [helper, 0, false])
  await readyPayouts(app, carrier)
  await settleMoney(app)
  const after = await carrier.ok(readEarnings)
  assert.deepEqual([after.owed_cents, after.paid_cents, after.entries[0]?.paid_out], [0, helper, true])
  await runMoneyTasks(app)
  assert.equal((await carrier.ok(readEarnings)).paid_cents, helper, 'once')
  const nothing = await carrier.ok(readEarnings, { query: { month: '2020-01' } })
  assert.deepEqual([nothing.month, nothing.month_cents, nothing.entries], ['2020-01', 0, []])
  await assertBooks(app.db)
})

test('app contract, readEarnings: news of the payment do not wake the transfer that waits for its carrier', async () => {
  const deal = await delivered()
  await settleMoney(app)
  const { rows } = await app.db.pool.query<{ reference: string }>(
    'select reference from payment where job_id = $1',
    [deal.job_id],
  )
  await handleProcessorEvent(app.dray.payments, rows[0]?.reference ?? '')
  await runMoneyTasks(app)
  const { stdout } = await runCommand(['payment', 'list', '--stuck', '--json'], envOf(app))
  assert.deepEqual(JSON.parse(stdout), [], 'the list of stuck payments is empty')
  await readyPayouts(app, deal.carrier)
  await settleMoney(app)
  assert.equal((await deal.carrier.ok(readEarnings)).paid_cents, await helperCents(deal))
})

test('DESIGN 3, Life: delivery while a renewal is refused: the old hold is captured, without a warning notice', async () => {
  const deal = await accepted({ does: 'renewal_refused' })
  const { payments: money } = app.dray
  await passTime(app.db, '6 days 1 hour')
  const { processors } = money
  await renewHolds(
    { ...money, processors: { ...processors, named: () => null } },
    new AbortController().signal,
  )
  await deal.carrier.ok(deliverJob, { params: deal.params, body: {} })
  const { rows } = await app.db.pool.query<{ id: string }>(
    `update payment_effect e set due_at = now() from payment p
     where p.id = e.payment_id and p.job_id = $1 and p.purpose = 'renewal' returning e.id`,
    [deal.job_id],
  )
  assert.equal(rows.length, 1)
  await runEffect(money, rows[0]?.id ?? '')
  assert.deepEqual(await payments(deal), ['publish capturing', 'renewal refused'])
  await settleMoney(app)
  assert.equal((await deal.customer.ok(readMyJob, { params: deal.params })).status, 'completed')
  assert.deepEqual(await notices(deal.customer, deal), ['job_posted', 'job_accepted', 'job_charged'])
  await assertBooks(app.db)
})

test('DESIGN 3, Life: a hold that is gone at delivery is asked for once more, without the customer, and then captured', async () => {
  const deal = await accepted()
  await passTime(app.db, '8 days')
  await deal.carrier.ok(deliverJob, { params: deal.params, body: {} })
  await settleMoney(app)
  const done = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual([done.status, done.payment.charged_cents], ['completed', deal.total])
  assert.deepEqual(await payments(deal), ['publish refused', 'renewal captured'])
  await assertBooks(app.db)
})

test('DESIGN 3, Life: capture refused: the job stays accepted, the customer is notified, staff charge again', async () => {
  const deal = await delivered({ does: 'refused_at_capture' })
  const { customer, params } = deal
  await settleMoney(app)
  const stuck = await customer.ok(readMyJob, { params })
  assert.deepEqual(
    [stuck.status, stuck.payment.state, stuck.payment.charged_cents],
    ['accepted', 'refused', null],
  )
  assert.deepEqual(await payments(deal), ['publish refused', 'renewal refused'])
  assert.deepEqual(await notices(customer, deal), ['job_posted', 'job_accepted', 'payment_refused'])
  await settleMoney(app)
  assert.equal((await payments(deal)).length, 2, 'the charge is not retried')
  const { stdout } = await runCommand(['payment', 'list', '--stuck', '--json'], envOf(app))
  const work: { job_id: string; purpose: string }[] = JSON.parse(stdout)
  assert.deepEqual(
    work.map(({ job_id, purpose }) => [job_id, purpose]),
    [[deal.job_id, 'renewal']],
  )
  const act = { jobId: deal.job_id, by: byOperator('called the customer') }
  await chargeJob(app.db, act)
  await assert.rejects(chargeJob(app.db, act), { code: 'payment_pending' })
  await settleMoney(app)
  assert.equal((await customer.ok(readMyJob, { params })).status, 'accepted')
  await cardNow(deal, 'success')
  const { code } = await runCommand(['job', 'charge', deal.job_id, '--reason', 'again'], envOf(app))
  assert.equal(code, 0)
  await settleMoney(app)
  const done = await customer.ok(readMyJob, { params })
  assert.deepEqual([done.status, done.payment.charged_cents], ['completed', deal.total])
  await assert.rejects(chargeJob(app.db, act), { code: 'wrong_state' })
  await assertBooks(app.db)
})

test('DESIGN 2, job refund: staff refund up to the captured amount; the carrier keeps the share, the platform pays', async () => {
  const deal = await delivered()
  const { customer, carrier, params, total } = deal
  await readyPayouts(app, carrier)
  const act = { jobId: deal.job_id, by: byOperator('scratched') }
  await assert.rejects(refundJob(app.db, { ...act, amountCents: 100 }), { code: 'wrong_state' })
  await settleMoney(app)
  const command = ['job', 'refund', deal.job_id, '--amount', '1000', '--reason', 'scratched', '--json']
  const { stdout } = await runCommand(command, envOf(app))
  assert.deepEqual([JSON.parse(stdout).amount_cents, JSON.parse(stdout).left_cents], [1_000, total - 1_000])
  await assert.rejects(refundJob(app.db, { ...act, amountCents: total - 999 }), { code: 'wrong_state' })
  await settleMoney(app)
  assert.equal((await customer.ok(readMyJob, { params })).payment.charged_cents, total - 1_000)
  await refundJob(app.db, { ...act, amountCents: total - 1_000 })
  await settleMoney(app)
  const ended = await customer.ok(readMyJob, { params })
  assert.deepEqual(
    [ended.status, ended.payment.state, ended.payment.charged_cents],
    ['completed', 'refunded', 0],
  )
  assert.equal((await carrier.ok(readEarnings)).paid_cents, await helperCents(deal))
  await assertBooks(app.db)
  const { rows } = await app.db.pool.query(
    `select actor, reason from job_event where job_id = $1 and reason like 'refund%' order by id`,
    [deal.job_id],
  )
  assert.deepEqual(rows[0], { actor: 'staff', reason: 'refund of 1000 cents: scratched' })
})
