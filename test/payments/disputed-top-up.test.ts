import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob, readMyJob } from '#contract/app/customer.ts'
import { topUpWallet } from '#contract/app/payments.ts'
import { releaseDispute } from '../../server/jobs/money/disputes.ts'
import { newId } from '../../server/lib/ids.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { byOperator } from '../support/by-operator.ts'
import { assertOwnBooks } from '../support/money-books.ts'
import type { Person } from '../support/person.ts'
import { runMoneyTasks, settleMoney } from '../support/run-money-tasks.ts'
import { openStripeMarket, setUpPayouts } from '../support/stripe-market.ts'

/* Decisions 19 and 20: a job paid from a wallet is blocked when the top-up that pays its carrier is disputed. */
const stripe = await openStripeMarket()
const { fake, market, sendEvent, saveCard } = stripe
const { app } = market
const { db } = app
after(() => stripe[Symbol.asyncDispose]())

type Deal = { customer: Person; carrier: Person; params: { job_id: string }; topUpIntent: string }

/** A job that was paid from a wallet and accepted. The wallet was filled by one top-up. */
async function accepted(): Promise<Deal> {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const { job_id, price } = await market.draft(customer)
  const payment_id = newId()
  const topUp = { payment_method_id: await saveCard(customer), amount_cents: price.total_cents + 1_000 }
  await customer.ok(topUpWallet, { body: { payment_id, return_path: '/app', ...topUp } })
  await settleMoney(app)
  const params = { job_id }
  await customer.ok(publishJob, { params, body: { payment_id: newId(), source: 'wallet' } })
  await settleMoney(app)
  await carrier.ok(acceptJob, { params })
  const intent = fake.books().intents.find(({ metadata }) => metadata.dray_payment === payment_id)
  return { customer, carrier, params, topUpIntent: intent?.id ?? assert.fail('there is no top-up') }
}

async function deliver({ carrier, params }: Deal): Promise<void> {
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
}

/** The carrier says where to be paid. @returns how often they have been paid after the next run. */
async function askForPayout({ carrier }: Deal): Promise<() => Promise<number>> {
  const account = await setUpPayouts(fake, carrier)
  await sendEvent('account.updated', account)
  return async () => {
    await runMoneyTasks(app)
    return fake.books().transfers.filter(({ destination }) => destination === account).length
  }
}

const isCompleted = async ({ customer, params }: Deal) =>
  assert.equal((await customer.ok(readMyJob, { params })).status, 'completed')

test('decision 20: a dispute of the top-up holds back the transfer that waits, and paying goes on when it is won', async () => {
  const deal = await accepted()
  await deliver(deal)
  const reference = fake.people.dispute(deal.topUpIntent)
  await sendEvent('charge.dispute.created', reference)
  const paid = await askForPayout(deal)
  assert.equal(await paid(), 0)
  await isCompleted(deal)
  assert.deepEqual(await ledgerImbalance(db.kysely), [])
  fake.people.closeDispute(reference, 'won')
  await sendEvent('charge.dispute.closed', reference)
  assert.equal(await paid(), 1)
  await assertOwnBooks(db)
})

test('decision 20: a top-up that was disputed before the delivery blocks the job when it is shared out, until staff let it go', async () => {
  const deal = await accepted()
  const paid = await askForPayout(deal)
  const reference = fake.people.dispute(deal.topUpIntent)
  await sendEvent('charge.dispute.created', reference)
  await deliver(deal)
  await isCompleted(deal)
  assert.equal(await paid(), 0)
  await releaseDispute(db, { reference, by: byOperator('the customer was called') })
  assert.equal(await paid(), 1)
  await assertOwnBooks(db)
})

test('decision 20: a fraud warning about the top-up blocks as a dispute does', async () => {
  const deal = await accepted()
  const paid = await askForPayout(deal)
  const reference = fake.people.warnOfFraud(deal.topUpIntent)
  await sendEvent('radar.early_fraud_warning.created', reference)
  await deliver(deal)
  assert.equal(await paid(), 0)
  await releaseDispute(db, { reference, by: byOperator('the customer was called') })
  assert.equal(await paid(), 1)
})

test('decision 20: the jobs of other customers are paid meanwhile', async () => {
  const [disputed, other] = [await accepted(), await accepted()]
  await sendEvent('charge.dispute.created', fake.people.dispute(disputed.topUpIntent))
  const paid = await askForPayout(other)
  await deliver(other)
  assert.equal(await paid(), 1)
})
