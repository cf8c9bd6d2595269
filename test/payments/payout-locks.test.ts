import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob } from '#contract/app/customer.ts'
import { topUpWallet } from '#contract/app/payments.ts'
import { payOwed } from '../../server/jobs/money/pay-owed.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { ledgerImbalance } from '../../server/payments/ledger/check.ts'
import { byOperator } from '../support/by-operator.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { openStripeMarket } from '../support/stripe-market.ts'

/*
 * Decision 77: all transactions lock the payouts of carriers in one order, so that no two of them wait for each other.
 * RACE_ROUNDS=500 for a long run.
 */
const rounds = Number(process.env.RACE_ROUNDS ?? 20)

const stripe = await openStripeMarket()
const { fake, market, saveCard, sendEvent } = stripe
const { app } = market
const { kysely, pool } = app.db
after(() => stripe[Symbol.asyncDispose]())

const cheap = { size: 'S', dropoff: { address: 'Calle de Alcalá 1, 28014 Madrid' } } as const

type Deal = { jobId: string; carrier: Person }
type Customer = { intent: string; deals: Deal[] }

/** A wallet that one top-up has filled, and delivered jobs that it paid, one by each of the carriers in turn. */
async function customerOf(carriers: Person[]): Promise<Customer> {
  const customer = await market.person('Ana')
  const drafts = []
  for (const _ of carriers) drafts.push(await market.draft(customer, cheap))
  const amount_cents = drafts.reduce((sum, { price }) => sum + price.total_cents, 0)
  const payment_id = newId()
  const topUp = { payment_id, payment_method_id: await saveCard(customer), amount_cents }
  await customer.ok(topUpWallet, { body: { ...topUp, return_path: '/app' } })
  await settleMoney(app)
  const deals = []
  for (const [index, carrier] of carriers.entries()) {
    const params = { job_id: drafts[index]?.job_id ?? '' }
    await customer.ok(publishJob, { params, body: { payment_id: newId(), source: 'wallet' } })
    await settleMoney(app)
    await carrier.ok(acceptJob, { params })
    await carrier.ok(deliverJob, { params, body: {} })
    await settleMoney(app)
    deals.push({ jobId: params.job_id, carrier })
  }
  const intent = fake.books().intents.find(({ metadata }) => metadata.dray_payment === payment_id)
  return { intent: intent?.id ?? assert.fail('there is no top-up'), deals }
}

test('a dispute locks the jobs that a top-up paid before the top-up, as a payout does that it funds', async () => {
  const { intent, deals } = await customerOf([await market.carrier(), await market.carrier()])
  const [, last] = deals
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select from job where id = $1 for no key update', [last?.jobId])
    const told = sendEvent('charge.dispute.created', fake.people.dispute(intent))
    await lockAwaited(app)
    await client.query('select from payment where reference = $1 for update nowait', [intent])
    await client.query('commit')
    await told
  } finally {
    client.release()
  }
  const { rows } = await pool.query<{ blocked: number }>(
    'select count(*)::integer as blocked from money_block where job_id = any($1) and lifted_at is null',
    [deals.map(({ jobId }) => jobId)],
  )
  assert.equal(rows[0]?.blocked, 2)
})

/** Of these carriers, whose payouts wait and may be made; no task makes them here. */
async function readyAccounts(carriers: Person[]): Promise<void> {
  await pool.query(
    `insert into payout_account (carrier_id, processor, reference, ready)
     select id, 'stripe', 'acct_' || id, true from unnest($1::uuid[]) id`,
    [carriers.map(({ accountId }) => accountId)],
  )
}

const disputed = (customers: Customer[]) => customers.map(({ intent }) => fake.people.dispute(intent))

test('disputes of two top-ups, their ends, the task that pays what is owed, and refunds end in no deadlock', async () => {
  const [first, second] = [await market.carrier(), await market.carrier()]
  const customers = [await customerOf([first, second, first]), await customerOf([second, first, second])]
  await readyAccounts([first, second])
  const deals = customers.flatMap((customer) => customer.deals)
  const refund = (round: number, step: number) => {
    const { jobId } = deals[(round + step) % deals.length] ?? assert.fail()
    return refundJob({ kysely }, { jobId, amountCents: 1, carrierCents: 1, by: byOperator('part') })
  }
  const failed: string[] = []
  const atOnce = async (acts: Promise<unknown>[]) => {
    for (const act of await Promise.allSettled(acts))
      if (act.status === 'rejected') failed.push(String(act.reason))
  }
  for (let round = 0; round < rounds; round++) {
    const references = disputed(customers)
    await atOnce([
      ...references.map((reference) => sendEvent('charge.dispute.created', reference)),
      ...[payOwed(app.db), payOwed(app.db), refund(round, 0), refund(round, 5)],
    ])
    for (const reference of references) fake.people.closeDispute(reference, 'won')
    await atOnce([
      ...references.map((reference) => sendEvent('charge.dispute.closed', reference)),
      ...[payOwed(app.db), payOwed(app.db), refund(round, 2), refund(round, 7)],
    ])
  }
  assert.deepEqual(failed, [])
  assert.deepEqual(await ledgerImbalance(kysely), [])
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ deadlocks: number }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  assert.equal(rows[0]?.deadlocks, 0)
})
