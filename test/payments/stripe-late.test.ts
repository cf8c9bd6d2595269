import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob, readMyJob } from '#contract/app/customer.ts'
import { topUpWallet } from '#contract/app/payments.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { listPayments } from '../../server/payments/queries/show-payments.ts'
import { byOperator } from '../support/by-operator.ts'
import { assertOwnBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import type { Person } from '../support/person.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'
import { openStripeMarket } from '../support/stripe-market.ts'
import { until } from '../support/until.ts'

/* Late outcomes at Stripe: stored refusals, pending refunds, money that is not available yet. */
const stripe = await openStripeMarket()
const { fake, market, sendEvent, saveCard, newCarrier } = stripe
const { app } = market
after(() => stripe[Symbol.asyncDispose]())

type Delivered = { customer: Person; carrier: Person; account: string; jobId: string }

/** A job that is delivered; its capture and its transfer are still to be made. */
async function delivered(source: 'card' | 'wallet' = 'card'): Promise<Delivered> {
  const customer = await market.person('Ana')
  const { carrier, account } = await newCarrier()
  const { job_id: jobId, price } = await market.draft(customer)
  const payment_method_id = await saveCard(customer)
  if (source === 'wallet') await topUp(customer, payment_method_id, price.total_cents)
  const paidBy = source === 'card' ? { source, payment_method_id } : { source }
  await customer.ok(publishJob, { params: { job_id: jobId }, body: { payment_id: newId(), ...paidBy } })
  await settleMoney(app)
  await carrier.ok(acceptJob, { params: { job_id: jobId } })
  await carrier.ok(deliverJob, { params: { job_id: jobId }, body: {} })
  return { customer, carrier, account, jobId }
}

async function topUp(customer: Person, payment_method_id: string, amount_cents: number): Promise<string> {
  const body = { payment_id: newId(), amount_cents, payment_method_id, return_path: '/app' }
  await customer.ok(topUpWallet, { body })
  await runMoneyTasks(app)
  return body.payment_id
}

/** One effect of a job. */
async function effectOf({ jobId }: { jobId: string }, kind: 'refund' | 'transfer') {
  const { rows } = await app.db.pool.query(
    `select e.*, e.due_at - now() > interval '50 minutes' as waits_long from payment_effect e
     join payment p on p.id = e.payment_id where p.job_id = $1 and e.kind = $2`,
    [jobId, kind],
  )
  assert.equal(rows.length, 1)
  return rows[0]
}

const refund = (jobId: string, amountCents: number) =>
  refundJob(app.db, { jobId, by: byOperator('scratched'), amountCents })

const paymentView = async ({ customer, jobId }: Delivered) =>
  (await customer.ok(readMyJob, { params: { job_id: jobId } })).payment

const isStuck = async (jobId: string): Promise<boolean> =>
  (await listPayments(app.db.kysely, { most: 1_000, stuckOnly: true })).some(({ job_id }) => job_id === jobId)

const transfersTo = (account: string) =>
  fake.books().transfers.filter(({ destination }) => destination === account)

test('decision 18: a refused transfer is retried with another key, and account.updated makes it due now', async () => {
  const job = await delivered()
  fake.people.stopPayouts(job.account)
  await runMoneyTasks(app)
  const refused = await effectOf(job, 'transfer')
  assert.deepEqual(
    [refused.status, refused.last_error, refused.key_number, refused.waits_long],
    ['due', 'insufficient_capabilities_for_transfer', 1, true],
  )
  assert.ok(await isStuck(job.jobId))
  fake.people.finishPayoutSetup(job.account)
  await sendEvent('account.updated', job.account)
  await runMoneyTasks(app)
  const done = await effectOf(job, 'transfer')
  assert.deepEqual([done.status, done.last_error], ['done', null])
  assert.deepEqual(
    transfersTo(job.account).map(({ key }) => key),
    [`${done.id}.1`],
  )
  assert.equal(await isStuck(job.jobId), false)
  await assertOwnBooks(app.db)
})

test('decision 18: account.updated during the refused call makes the transfer due now too', async () => {
  const job = await delivered()
  fake.people.stopPayouts(job.account)
  fake.faults.next('transfer', 'late')
  const sent = fake.askedFor('transfer').length
  const running = runMoneyTasks(app)
  await until('the transfer is sent', () => fake.askedFor('transfer').length > sent)
  const { id } = await effectOf(job, 'transfer')
  fake.people.finishPayoutSetup(job.account)
  await sendEvent('account.updated', job.account)
  fake.releaseLate()
  await running
  await runMoneyTasks(app)
  assert.equal((await effectOf(job, 'transfer')).status, 'done')
  assert.deepEqual(
    transfersTo(job.account).map(({ key }) => key),
    [`${id}.1`],
  )
})

test('decision 18: a refused refund is retried with another key, a refund in doubt with the same', async () => {
  const job = await delivered()
  await settleMoney(app)
  await refund(job.jobId, 500)
  fake.faults.next('refund', 'refuse')
  await runMoneyTasks(app)
  const refused = await effectOf(job, 'refund')
  assert.deepEqual([refused.status, refused.last_error, refused.key_number], ['due', 'not_allowed_now', 1])
  await passTime(app.db, '2 hours')
  fake.faults.next('refund', 'reset_after')
  await runMoneyTasks(app)
  const lost = await effectOf(job, 'refund')
  assert.deepEqual([lost.status, lost.key_number, lost.in_doubt], ['due', 1, true])
  await settleMoney(app)
  const mine = fake.books().refunds.filter(({ metadata }) => metadata.dray_effect === refused.id)
  assert.deepEqual(
    mine.map(({ amountCents, key }) => [amountCents, key]),
    [[500, `${refused.id}.1`]],
  )
  await assertOwnBooks(app.db)
})

test('decision 18: a 500 that did nothing, and that Stripe repeats under its key, is given up for another key after an hour', async () => {
  const job = await delivered()
  fake.faults.next('transfer', '500_nothing')
  await runMoneyTasks(app)
  for (let round = 0; round < 3; round++) {
    await passTime(app.db, '1 minute')
    await runMoneyTasks(app)
  }
  const early = await effectOf(job, 'transfer')
  assert.deepEqual(
    [early.status, early.key_number],
    ['due', 0],
    'the same key while it may still be worked on',
  )
  await passTime(app.db, '61 minutes')
  await runMoneyTasks(app)
  assert.equal((await effectOf(job, 'transfer')).key_number, 1)
  await passTime(app.db, '2 hours')
  await runMoneyTasks(app)
  assert.equal((await effectOf(job, 'transfer')).status, 'done')
  assert.equal(transfersTo(job.account).length, 1)
})

test('DESIGN 6.4, refunds: a pending refund is in progress: not refunded on any screen, not stuck, and done when Stripe says so', async () => {
  const job = await delivered()
  await settleMoney(app)
  const { charged_cents } = await paymentView(job)
  fake.faults.next('refund', 'pending')
  await refund(job.jobId, charged_cents ?? 0)
  await runMoneyTasks(app)
  const pending = await effectOf(job, 'refund')
  assert.deepEqual([pending.status, pending.waits_for, pending.waits_long], ['due', 'refund', true])
  const view = await paymentView(job)
  assert.deepEqual([view.state, view.charged_cents], ['captured', charged_cents])
  assert.equal(await isStuck(job.jobId), false)
  await assert.rejects(refund(job.jobId, 1), { code: 'wrong_state' })
  fake.people.endRefund(pending.reference, 'succeeded')
  await sendEvent('refund.updated', pending.reference)
  await runMoneyTasks(app)
  assert.equal((await paymentView(job)).state, 'refunded')
  assert.equal(
    fake.askedFor('refund').filter(({ form }) => form['metadata[dray_effect]'] === pending.id).length,
    1,
  )
  await assertOwnBooks(app.db)
})

test('DESIGN 6.4, refunds: a pending refund is stuck after two weeks; a refund that requires an action at once', async () => {
  const job = await delivered()
  await settleMoney(app)
  fake.faults.next('refund', 'pending')
  await refund(job.jobId, 100)
  await runMoneyTasks(app)
  await passTime(app.db, '15 days')
  assert.equal(await isStuck(job.jobId), true)
  fake.people.endRefund((await effectOf(job, 'refund')).reference, 'requires_action')
  await runMoneyTasks(app)
  const { last_error } = await effectOf(job, 'refund')
  assert.match(last_error, /waits for somebody/)
  fake.people.endRefund((await effectOf(job, 'refund')).reference, 'succeeded')
  await passTime(app.db, '2 hours')
  await settleMoney(app)
})

for (const kind of ['refund.failed', 'charge.refund.updated', 'refund.updated']) {
  test(`DESIGN 6.4, refunds: a refund that fails after it was booked (${kind}) leaves the books and is owed again`, async () => {
    const job = await delivered()
    await settleMoney(app)
    const { charged_cents } = await paymentView(job)
    await refund(job.jobId, charged_cents ?? 0)
    await settleMoney(app)
    assert.equal((await paymentView(job)).state, 'refunded')
    const { reference } = await effectOf(job, 'refund')
    fake.people.endRefund(reference, 'failed')
    await Promise.all([sendEvent(kind, reference), sendEvent(kind, reference)])
    const owed = await effectOf(job, 'refund')
    assert.deepEqual([owed.status, owed.reference, owed.key_number, owed.settled_at], ['due', null, 1, null])
    const view = await paymentView(job)
    assert.deepEqual([view.state, view.charged_cents], ['captured', charged_cents])
    assert.ok(await isStuck(job.jobId))
    assert.ok(app.logged.some((line) => line.includes(reference) && line.includes('lost_or_stolen_card')))
    await passTime(app.db, '25 hours')
    await settleMoney(app)
    assert.equal((await paymentView(job)).state, 'refunded')
    const mine = fake.books().refunds.filter(({ metadata }) => metadata.dray_effect === owed.id)
    assert.deepEqual(
      mine.map(({ key }) => key),
      [`${owed.id}.1`],
    )
    await assertOwnBooks(app.db)
  })
}

test('decision 19: the transfer names the charge of the top-up, whose money is still pending', async () => {
  const job = await delivered('wallet')
  await settleMoney(app)
  const [transfer] = transfersTo(job.account)
  const intents = new Map(fake.books().intents.map((intent) => [intent.id, intent]))
  const charge = fake.books().captures.find(({ id }) => id === transfer?.sourceCharge)
  assert.ok(charge, 'the transfer names no charge')
  assert.equal(intents.get(charge.intentId)?.metadata.dray_job, undefined, 'the charge of a top-up')
  await assertOwnBooks(app.db)
})

test('decision 19: where no single top-up covers it, it waits for the balance: no failure, and done when that is there', async () => {
  const customer = await market.person('Ana')
  const { carrier, account } = await newCarrier()
  const { job_id: jobId, price } = await market.draft(customer)
  const card = await saveCard(customer)
  for (const _ of [1, 2]) await topUp(customer, card, Math.ceil(price.total_cents / 2))
  await customer.ok(publishJob, {
    params: { job_id: jobId },
    body: { payment_id: newId(), source: 'wallet' },
  })
  await settleMoney(app)
  await carrier.ok(acceptJob, { params: { job_id: jobId } })
  await carrier.ok(deliverJob, { params: { job_id: jobId }, body: {} })
  await runMoneyTasks(app)
  const waiting = await effectOf({ jobId }, 'transfer')
  assert.deepEqual(
    [waiting.status, waiting.waits_for, waiting.source_payment_id, waiting.key_number],
    ['due', 'balance', null, 1],
  )
  assert.equal(await isStuck(jobId), false)
  await passTime(app.db, '15 days')
  assert.equal(await isStuck(jobId), true)
  // The platform has refunded more than it kept; other customers bring in what the balance lacks.
  const other = await market.person('Eva')
  for (const _ of [1, 2, 3]) await topUp(other, await saveCard(other), 50_000)
  fake.people.makeAvailable()
  await passTime(app.db, '7 hours')
  await settleMoney(app)
  assert.equal(transfersTo(account).length, 1)
  assert.equal(await isStuck(jobId), false)
  await assertOwnBooks(app.db)
})

test('decision 19: two jobs at once do not use up the same charge', async () => {
  const customer = await market.person('Ana')
  const card = await saveCard(customer)
  const drafts = [await market.draft(customer), await market.draft(customer)]
  const most = Math.max(...drafts.map(({ price }) => price.total_cents))
  for (const _ of drafts) await topUp(customer, card, most)
  const { carrier, account } = await newCarrier()
  for (const { job_id } of drafts) {
    const body = { payment_id: newId(), source: 'wallet' as const }
    await customer.ok(publishJob, { params: { job_id }, body })
    await carrier.ok(acceptJob, { params: { job_id } })
  }
  await Promise.all(drafts.map(({ job_id }) => carrier.ok(deliverJob, { params: { job_id }, body: {} })))
  await settleMoney(app)
  const charges = transfersTo(account).map(({ sourceCharge }) => sourceCharge)
  assert.equal(charges.length, 2)
  assert.equal(new Set(charges).size, 2)
})
