import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { cancelMyJob, publishJob, readMyJob } from '#contract/app/customer.ts'
import { listPaymentMethods, readWallet, topUpWallet } from '#contract/app/payments.ts'
import { releaseDispute } from '../../server/jobs/money/disputes.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { assertOwnBooks } from '../support/money-books.ts'
import type { Person } from '../support/person.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'
import { openStripeMarket, setUpPayouts } from '../support/stripe-market.ts'

/* Decision 19: the money of a disputed top-up cannot pay jobs. */
const stripe = await openStripeMarket()
const { fake, market, sendEvent, saveCard } = stripe
const { app } = market
const { db } = app
after(() => stripe[Symbol.asyncDispose]())

/** @returns the id of the charge at the processor. */
async function topUp(customer: Person, amount_cents: number): Promise<string> {
  const payment_id = newId()
  const card = { payment_method_id: await saveCard(customer), amount_cents }
  await customer.ok(topUpWallet, { body: { payment_id, return_path: '/app', ...card } })
  await settleMoney(app)
  const intent = fake.books().intents.find(({ metadata }) => metadata.dray_payment === payment_id)
  return intent?.id ?? assert.fail('there is no top-up')
}

async function dispute(intentId: string): Promise<string> {
  const reference = fake.people.dispute(intentId)
  await sendEvent('charge.dispute.created', reference)
  return reference
}

async function close(reference: string, status: 'won' | 'lost'): Promise<void> {
  fake.people.closeDispute(reference, status)
  await sendEvent('charge.dispute.closed', reference)
}

/** Balance and available part; the pay sheet offers the same. */
async function funds(customer: Person): Promise<[number, number]> {
  const { balance_cents, available_cents } = await customer.ok(readWallet)
  assert.equal((await customer.ok(listPaymentMethods)).wallet_cents, available_cents)
  return [balance_cents, available_cents]
}

const payment = () => ({ payment_id: newId(), source: 'wallet' as const })

const publish = (customer: Person, job_id: string) =>
  customer.ok(publishJob, { params: { job_id }, body: payment() })

async function isRefused(customer: Person, job_id: string): Promise<void> {
  const { status, body } = await customer.refused(publishJob, { params: { job_id }, body: payment() })
  assert.deepEqual([status, body.error], [402, 'insufficient_funds'])
  assert.equal((await customer.ok(readMyJob, { params: { job_id } })).status, 'draft')
}

test('decision 19: while the dispute is open the balance cannot pay jobs; won, it can again', async () => {
  const customer = await market.person('Ana')
  const { job_id, price } = await market.draft(customer)
  const cents = price.total_cents + 1_000
  const reference = await dispute(await topUp(customer, cents))
  assert.deepEqual(await funds(customer), [cents, 0])
  await isRefused(customer, job_id)
  await assertOwnBooks(db)
  await close(reference, 'won')
  assert.deepEqual(await funds(customer), [cents, cents])
  assert.equal((await publish(customer, job_id)).status, 'posted')
  assert.deepEqual(await funds(customer), [1_000, 1_000])
  await assertOwnBooks(db)
})

test('decision 19: a lost dispute keeps it frozen until staff release it', async () => {
  const customer = await market.person('Ana')
  const { job_id, price } = await market.draft(customer)
  const reference = await dispute(await topUp(customer, price.total_cents))
  await close(reference, 'lost')
  await isRefused(customer, job_id)
  await releaseDispute(db, { reference, by: byOperator('the customer has paid by other means') })
  assert.equal((await publish(customer, job_id)).status, 'posted')
  await assertOwnBooks(db)
})

test('decision 19: a fraud warning freezes its whole top-up', async () => {
  const customer = await market.person('Ana')
  const { job_id, price } = await market.draft(customer)
  const reference = fake.people.warnOfFraud(await topUp(customer, price.total_cents))
  await sendEvent('radar.early_fraud_warning.created', reference)
  assert.deepEqual(await funds(customer), [price.total_cents, 0])
  await isRefused(customer, job_id)
  await releaseDispute(db, { reference, by: byOperator('the customer was called') })
  assert.deepEqual(await funds(customer), [price.total_cents, price.total_cents])
})

test('decision 19: two publishes at once use the available balance and nothing of the frozen', async () => {
  const customer = await market.person('Ana')
  const jobs = [await market.draft(customer), await market.draft(customer)]
  const total = jobs[0]?.price.total_cents ?? 0
  const disputed = await topUp(customer, total)
  await topUp(customer, total)
  await dispute(disputed)
  assert.deepEqual(await funds(customer), [2 * total, total])
  const answers = await Promise.allSettled(jobs.map(({ job_id }) => publish(customer, job_id)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  await settleMoney(app)
  assert.deepEqual(await funds(customer), [total, 0])
  await assertOwnBooks(db)
})

test('decision 19: an amount spent before the dispute does not freeze a later top-up', async () => {
  const customer = await market.person('Ana')
  const [first, second] = [await market.draft(customer), await market.draft(customer)]
  const total = first.price.total_cents
  const disputed = await topUp(customer, total)
  await publish(customer, first.job_id)
  await dispute(disputed)
  assert.deepEqual(await funds(customer), [0, 0])
  await topUp(customer, total)
  assert.deepEqual(await funds(customer), [total, total])
  assert.equal((await publish(customer, second.job_id)).status, 'posted')
  await assertOwnBooks(db)
})

test('decision 19: an amount released by a job from before the dispute is frozen too', async () => {
  const customer = await market.person('Ana')
  const { job_id, price } = await market.draft(customer)
  const disputed = await topUp(customer, price.total_cents)
  await publish(customer, job_id)
  await dispute(disputed)
  await customer.ok(cancelMyJob, { params: { job_id }, body: { fee_cents: 0 } })
  await settleMoney(app)
  assert.deepEqual(await funds(customer), [price.total_cents, 0])
  await assertOwnBooks(db)
})

test('decision 19: a refund of a top-up that took the frozen amount does not freeze a later top-up', async () => {
  const customer = await market.person('Ana')
  const { job_id, price } = await market.draft(customer)
  const total = price.total_cents
  const [disputed, refunded] = [await topUp(customer, total), await topUp(customer, total)]
  await publish(customer, job_id)
  await dispute(disputed)
  assert.deepEqual(await funds(customer), [total, 0])
  await sendEvent('refund.created', fake.people.refundByHand(refunded, total))
  assert.deepEqual(await funds(customer), [0, 0])
  await topUp(customer, total)
  assert.deepEqual(await funds(customer), [total, total])
  await assertOwnBooks(db)
})

test('decision 19: a job paid from the available balance does not pay its carrier from the disputed top-up', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const { job_id, price } = await market.draft(customer)
  const params = { job_id }
  await dispute(await topUp(customer, price.total_cents))
  const intentId = await topUp(customer, price.total_cents)
  const account = await setUpPayouts(fake, carrier)
  await sendEvent('account.updated', account)
  await publish(customer, job_id)
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  await runMoneyTasks(app)
  const { rows } = await db.pool.query<{ reference: string; status: string }>(
    `select source.reference, effect.status from payment_effect effect join payment on payment.id = effect.payment_id
     join payment source on source.id = effect.source_payment_id where payment.job_id = $1`,
    [job_id],
  )
  assert.deepEqual(rows, [{ reference: intentId, status: 'done' }])
  await assertOwnBooks(db)
})
