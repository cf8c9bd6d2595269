import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, deliverJob, giveBackJob, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, publishJob, readMyJob } from '#contract/app/customer.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { readWallet } from '#contract/app/payments.ts'
import type { TestCardBehaviour } from '#contract/app/test-cards.ts'
import { chargeJob } from '../../server/jobs/money/charge.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { renewHolds } from '../../server/jobs/money/renew.ts'
import { newId } from '../../server/lib/ids.ts'
import { handleProcessorEvent } from '../../server/payments/handle-processor-event.ts'
import { runEffect } from '../../server/payments/run-effect.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { fillWallet, payByCard, readyPayouts } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { runCommand } from '../support/process.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'

/* How jobs end: delivered, cancelled, given back, refunded. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market

type Deal = { customer: Person; carrier: Person; job_id: string; params: { job_id: string }; total: number }

async function accepted({ does }: { does?: TestCardBehaviour } = {}): Promise<Deal> {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const draft = await market.draft(customer)
  const params = { job_id: draft.job_id }
  await payByCard(customer, draft, does ? { does } : {})
  await carrier.ok(acceptJob, { params })
  return { customer, carrier, ...params, params, total: draft.price.total_cents }
}

async function delivered(how: { does?: TestCardBehaviour } = {}): Promise<Deal> {
  const deal = await accepted(how)
  await deal.carrier.ok(deliverJob, { params: deal.params, body: {} })
  return deal
}

const helperCents = async ({ job_id }: Deal): Promise<number> =>
  (
    await app.db.pool.query(`select (price->>'helperCents')::integer as cents from job where id = $1`, [
      job_id,
    ])
  ).rows[0].cents
const booked = async ({ job_id }: Deal) =>
  (
    await app.db.pool.query<{ kind: string; amount_cents: number }>(
      'select kind, amount_cents from ledger_transfer where job_id = $1 order by kind',
      [job_id],
    )
  ).rows.map(({ kind, amount_cents }) => [kind, amount_cents])
const payments = async ({ job_id }: Deal) =>
  (
    await app.db.pool.query<{ purpose: string; status: string }>(
      'select purpose, status from payment where job_id = $1 order by created_at',
      [job_id],
    )
  ).rows.map(({ purpose, status }) => `${purpose} ${status}`)
const notices = async ({ accountId }: Person, { job_id }: Deal) =>
  (
    await app.db.pool.query<{ kind: string }>(
      'select kind from notice where account_id = $1 and job_id = $2 order by id',
      [accountId, job_id],
    )
  ).rows.map(({ kind }) => kind)
/** Changes the behaviour of the customer's sandbox card. */
const cardNow = ({ customer }: Deal, does: TestCardBehaviour) =>
  app.db.pool.query('update sandbox_card set does = $1 where payer_reference = $2', [
    does,
    `payer_${customer.accountId}`,
  ])

test('3 accepted → completed: captured at delivery, shared out to the cent, transferred, and both are told', async () => {
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
  assert.deepEqual(await notices(customer, deal), ['job_posted', 'job_accepted', 'job_completed'])
  assert.deepEqual(await notices(carrier, deal), ['job_completed'])
  const { owed_cents, paid_cents, expected_cents, month_cents, entries } = await carrier.ok(readEarnings)
  assert.deepEqual([expected_cents, owed_cents, paid_cents, month_cents], [0, 0, helper, helper])
  assert.deepEqual(
    entries.map(({ job_id, kind, amount_cents, paid_out }) => ({ job_id, kind, amount_cents, paid_out })),
    [{ job_id: deal.job_id, kind: 'delivery', amount_cents: helper, paid_out: true }],
  )
  await assertBooks(app.db)
})

test('app contract, readEarnings: what a carrier without a payout account earned is owed, and paid when it is ready', async () => {
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
  const { stdout } = await runCommand(['payment', 'list', '--stuck', '--json'], {
    DATABASE_URL: app.db.url,
    DATA_DIR: app.dataDir,
  })
  assert.deepEqual(JSON.parse(stdout), [], 'nobody has to look at it')
  await readyPayouts(app, deal.carrier)
  await settleMoney(app)
  assert.equal((await deal.carrier.ok(readEarnings)).paid_cents, await helperCents(deal))
})

test('DESIGN 3, Life: delivered while a renewal is refused: the hold that lives is captured, and nobody is alarmed', async () => {
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
  assert.deepEqual(await notices(deal.customer, deal), ['job_posted', 'job_accepted', 'job_completed'])
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

test('DESIGN 3, Life: captured never, never completed: it stays accepted, the customer is told, staff charge again', async () => {
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
  assert.equal((await payments(deal)).length, 2, 'nobody is charged again and again')
  const { stdout } = await runCommand(['payment', 'list', '--stuck', '--json'], {
    DATABASE_URL: app.db.url,
    DATA_DIR: app.dataDir,
  })
  const work: { job_id: string; purpose: string }[] = JSON.parse(stdout)
  assert.deepEqual(
    work.map(({ job_id, purpose }) => [job_id, purpose]),
    [[deal.job_id, 'renewal']],
  )
  const act = { jobId: deal.job_id, staffId: null, reason: 'called the customer' }
  await chargeJob(app.db, act)
  await assert.rejects(chargeJob(app.db, act), { code: 'payment_pending' })
  await settleMoney(app)
  assert.equal((await customer.ok(readMyJob, { params })).status, 'accepted')
  await cardNow(deal, 'success')
  const { code } = await runCommand(['job', 'charge', deal.job_id, '--reason', 'again'], {
    DATABASE_URL: app.db.url,
    DATA_DIR: app.dataDir,
  })
  assert.equal(code, 0)
  await settleMoney(app)
  const done = await customer.ok(readMyJob, { params })
  assert.deepEqual([done.status, done.payment.charged_cents], ['completed', deal.total])
  await assert.rejects(chargeJob(app.db, act), { code: 'wrong_state' })
  await assertBooks(app.db)
})

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

test('DESIGN 3, Life: a fee that a dead hold does not give is asked for again, and only the fee', async () => {
  const deal = await accepted()
  await passTime(app.db, '8 days')
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

test('DESIGN 3, Life: a carrier who gives the job back releases everything', async () => {
  const deal = await accepted()
  await passTime(app.db, '1 hour')
  await deal.carrier.ok(giveBackJob, { params: deal.params, body: {} })
  await settleMoney(app)
  const ended = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual(
    [ended.status, ended.payment.state, ended.payment.charged_cents],
    ['cancelled', 'released', null],
  )
  await assertBooks(app.db)
})

test('reliability, cancel × capture: what the processor has captured already is refunded, not voided', async () => {
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

test('DESIGN 2, job refund: staff give back up to what was taken; the carrier keeps their part, the platform pays', async () => {
  const deal = await delivered()
  const { customer, carrier, params, total } = deal
  await readyPayouts(app, carrier)
  const act = { jobId: deal.job_id, staffId: null, reason: 'scratched' }
  await assert.rejects(refundJob(app.db, { ...act, amountCents: 100 }), { code: 'wrong_state' })
  await settleMoney(app)
  const command = ['job', 'refund', deal.job_id, '--amount', '1000', '--reason', 'scratched', '--json']
  const { stdout } = await runCommand(command, { DATABASE_URL: app.db.url, DATA_DIR: app.dataDir })
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
