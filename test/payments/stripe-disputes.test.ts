import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob, readMyJob } from '#contract/app/customer.ts'
import { releaseDispute } from '../../server/jobs/money/disputes.ts'
import { newId } from '../../server/lib/ids.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { listDisputes } from '../../server/payments/queries/find-disputes.ts'
import { byOperator } from '../support/by-operator.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { balanceOf } from '../support/payments.ts'
import type { Person } from '../support/person.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'
import { openStripeMarket, setUpPayouts } from '../support/stripe-market.ts'
import { until } from '../support/until.ts'

/* What banks and the operator do at Stripe without Dray: disputes, fraud warnings, refunds by hand. */
const stripe = await openStripeMarket()
const { fake, market, sendEvent, saveCard } = stripe
const { app } = market
const { db } = app
after(() => stripe[Symbol.asyncDispose]())

type Completed = { customer: Person; carrier: Person; jobId: string; intentId: string; account: string }

/** A job that is delivered and paid; its carrier has not said yet where to be paid. */
async function completed(): Promise<Completed> {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id: jobId } = await market.draft(customer)
  const payment_method_id = await saveCard(customer)
  const body = { payment_id: newId(), source: 'card' as const, payment_method_id }
  await customer.ok(publishJob, { params: { job_id: jobId }, body })
  await settleMoney(app)
  await carrier.ok(acceptJob, { params: { job_id: jobId } })
  await carrier.ok(deliverJob, { params: { job_id: jobId }, body: {} })
  await settleMoney(app)
  const intent = fake.books().intents.find(({ metadata }) => metadata.dray_job === jobId)
  return { customer, carrier, jobId, intentId: intent?.id ?? '', account: '' }
}

/** The carrier says where to be paid. @returns how often they have been paid by then. */
async function askForPayout(job: Completed): Promise<number> {
  if (!job.account) {
    job.account = await setUpPayouts(fake, job.carrier)
  }
  await sendEvent('account.updated', job.account)
  await runMoneyTasks(app)
  return fake.books().transfers.filter(({ destination }) => destination === job.account).length
}

const disputedCents = async () => ({
  disputes: await balanceOf(db, 'platform:disputes'),
  fees: await balanceOf(db, 'platform:dispute_fees'),
})

const openDisputes = async (): Promise<string> =>
  /dray_disputes_open (\d+)/.exec(await (await fetch(`${app.url}/metrics`)).text())?.[1] ?? 'no metric'

test('DESIGN 6.4, disputes: booked once, payout blocked, operator alerted; won: the money returns and the carrier is paid', async () => {
  const job = await completed()
  const { payment } = await job.customer.ok(readMyJob, { params: { job_id: job.jobId } })
  const reference = fake.people.dispute(job.intentId)
  const kinds = ['charge.dispute.funds_withdrawn', 'charge.dispute.created', 'charge.dispute.updated']
  await Promise.all(kinds.map((kind) => sendEvent(kind, reference)))
  for (const kind of kinds) await sendEvent(kind, reference)
  assert.deepEqual(await disputedCents(), { disputes: -(payment.charged_cents ?? 0), fees: -2_000 })
  const [listed] = await listDisputes(db.kysely, { openOnly: true })
  assert.deepEqual(
    [listed?.reference, listed?.status, listed?.job_id, listed?.withdrawn_cents, listed?.fee_cents],
    [reference, 'needs_response', job.jobId, payment.charged_cents, 2_000],
  )
  await until('the metric counts it', async () => (await openDisputes()) === '1')
  assert.equal(app.logged.filter((line) => line.includes(reference) && line.includes('"alert"')).length, 1)
  assert.equal(await askForPayout(job), 0, 'the payout is held back')
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
  fake.people.closeDispute(reference, 'won')
  await sendEvent('charge.dispute.closed', reference)
  await sendEvent('charge.dispute.funds_reinstated', reference)
  assert.deepEqual(await disputedCents(), { disputes: 0, fees: 0 })
  await until('the metric counts none', async () => (await openDisputes()) === '0')
  assert.equal(await askForPayout(job), 1, 'won, so the carrier is paid')
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
})

test('DESIGN 6.4, disputes: after a lost dispute the carrier is paid only when staff release the block', async () => {
  const job = await completed()
  const before = await disputedCents()
  const reference = fake.people.dispute(job.intentId)
  fake.people.closeDispute(reference, 'lost')
  // The first event that comes is the last one that was sent.
  await sendEvent('charge.dispute.closed', reference)
  await sendEvent('charge.dispute.created', reference)
  assert.equal((await disputedCents()).fees, before.fees - 2_000)
  assert.equal(await askForPayout(job), 0)
  await releaseDispute(db, { reference, by: byOperator('the delivery is proven') })
  assert.equal(await askForPayout(job), 1)
  await assert.rejects(releaseDispute(db, { reference: 'du_none', by: byOperator('x') }), {
    code: 'not_found',
  })
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
})

test('DESIGN 6.4, disputes: of two disputes about one charge, winning one does not pay the carrier', async () => {
  const job = await completed()
  const references = [fake.people.dispute(job.intentId), fake.people.dispute(job.intentId)]
  for (const reference of references) await sendEvent('charge.dispute.created', reference)
  for (const [index, reference] of references.entries()) {
    assert.equal(await askForPayout(job), 0, `${2 - index} open`)
    fake.people.closeDispute(reference, 'won')
    await sendEvent('charge.dispute.closed', reference)
  }
  assert.equal(await askForPayout(job), 1)
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
})

test('DESIGN 6.4, disputes: staff let a payout go while news of the dispute is written; neither ends the other', async () => {
  const job = await completed()
  const reference = fake.people.dispute(job.intentId)
  await sendEvent('charge.dispute.created', reference)
  const news = await db.pool.connect()
  try {
    await news.query('begin')
    await news.query('select from job where id = $1 for no key update', [job.jobId])
    const released = releaseDispute(db, { reference, by: byOperator('the delivery is proven') })
    released.catch(() => {})
    await lockAwaited(app)
    await news.query('select from dispute where reference = $1 for update', [reference])
    await news.query('commit')
    await released
  } finally {
    news.release()
  }
  assert.equal(await askForPayout(job), 1)
})

test('DESIGN 6.4, fraud warnings: nothing is booked, the payout is held back until staff let it go', async () => {
  const job = await completed()
  const before = await disputedCents()
  const reference = fake.people.warnOfFraud(job.intentId)
  for (const _ of [1, 2]) await sendEvent('radar.early_fraud_warning.created', reference)
  assert.deepEqual(await disputedCents(), before)
  assert.equal(await askForPayout(job), 0)
  await releaseDispute(db, { reference, by: byOperator('the customer was called') })
  assert.equal(await askForPayout(job), 1)
})

test('DESIGN 6.4, disputes: a dispute about a foreign charge is listed and books nothing', async () => {
  const { payerReference, methodReference } = fake.people.saveCard()
  const intentId = fake.people.chargeElsewhere(payerReference, methodReference, 700)
  const before = await disputedCents()
  const reference = fake.people.dispute(intentId)
  await sendEvent('charge.dispute.created', reference)
  assert.deepEqual(await disputedCents(), before)
  const listed = await listDisputes(db.kysely, { openOnly: true })
  assert.equal(listed.find((each) => each.reference === reference)?.payment_id, null)
})

test('DESIGN 6.4, disputes: an event that cannot be looked up is 503 and repeated', async () => {
  const job = await completed()
  const reference = fake.people.dispute(job.intentId)
  fake.faults.next('read_dispute', '500')
  const event = fake.event('charge.dispute.created', reference)
  assert.equal((await fake.post(app.url, event)).status, 503)
  assert.equal((await fake.post(app.url, event)).status, 200)
  assert.ok((await listDisputes(db.kysely, { openOnly: true })).some((each) => each.reference === reference))
})

test('DESIGN 6.4, by hand: a refund made at Stripe is booked once, like a refund of Dray', async () => {
  const job = await completed()
  const view = async () => (await job.customer.ok(readMyJob, { params: { job_id: job.jobId } })).payment
  const { charged_cents } = await view()
  const reference = fake.people.refundByHand(job.intentId, 300)
  await Promise.all([sendEvent('refund.created', reference), sendEvent('charge.refund.updated', reference)])
  await sendEvent('refund.updated', reference)
  assert.equal((await view()).charged_cents, (charged_cents ?? 0) - 300)
  const { rows } = await db.pool.query(
    `select e.origin, e.status, e.amount_cents from payment_effect e where e.reference = $1`,
    [reference],
  )
  assert.deepEqual(rows, [{ origin: 'processor', status: 'done', amount_cents: 300 }])
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
  fake.people.endRefund(reference, 'failed')
  await sendEvent('refund.failed', reference)
  assert.equal((await view()).charged_cents, charged_cents)
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
})

test('DESIGN 6, promise 4: a cent moved from the platform’s fee to the carrier’s share is found', async () => {
  const job = await completed()
  const move = (cents: number) =>
    db.pool.query(
      `update ledger_transfer set amount_cents = amount_cents + case kind when 'share' then $2::integer else -$2::integer end
       where job_id = $1 and kind in ('share', 'fee')`,
      [job.jobId, cents],
    )
  await move(1)
  assert.deepEqual((await ledgerImbalance(db.kysely)).map(({ check }) => check).sort(), [
    'fee of the platform',
    'share of the carrier',
  ])
  await move(-1)
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
})
