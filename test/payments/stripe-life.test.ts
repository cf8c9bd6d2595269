import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { cancelMyJob, publishJob, readMyJob } from '#contract/app/customer.ts'
import { readTopUp, topUpWallet } from '#contract/app/payments.ts'
import { newId } from '../../server/lib/ids.ts'
import type { Fault, Operation } from '../support/fake-stripe/faults.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { openStripeMarket } from '../support/stripe-market.ts'
import { until } from '../support/until.ts'

/* The life of jobs with Stripe, with a fault at each call, compared with the books of the fake Stripe. */
const stripe = await openStripeMarket({ STRIPE_TIMEOUT_MS: '4000' })
const { fake, market, saveCard, newCarrier } = stripe
const { app } = market
after(() => stripe[Symbol.asyncDispose]())

async function pay(customer: Person, jobId: string, methodId: string) {
  const body = { payment_id: newId(), source: 'card' as const, payment_method_id: methodId }
  await customer.ok(publishJob, { params: { job_id: jobId }, body })
  return body.payment_id
}

/** What the books of Stripe hold of one job. */
function booksOf(jobId: string) {
  const books = fake.books()
  const intents = books.intents.filter(({ metadata }) => metadata.dray_job === jobId)
  const ids = new Set(intents.map(({ id }) => id))
  const captures = books.captures.filter(({ intentId }) => ids.has(intentId))
  const charges = new Set(captures.map(({ id }) => id))
  return {
    intents: intents.map(({ status }) => status),
    captures: captures.map(({ amountCents }) => amountCents),
    transfers: books.transfers
      .filter(({ sourceCharge }) => sourceCharge && charges.has(sourceCharge))
      .map(({ amountCents }) => amountCents),
  }
}

const isPosted = async (customer: Person, jobId: string) => {
  await settleMoney(app)
  return (await customer.ok(readMyJob, { params: { job_id: jobId } })).status === 'posted'
}

/** The ledger sums to zero by its making; here it is held to Stripe's books. */
async function assertSameBooks(): Promise<void> {
  const { rows } = await app.db.pool.query<{ captured: number; paid: number }>(
    `select (select coalesce(sum(captured_cents), 0)::integer from payment) as captured,
       (select coalesce(sum(amount_cents), 0)::integer from ledger_transfer where kind = 'transfer') as paid`,
  )
  const { capturedCents, transferredCents } = fake.books()
  assert.deepEqual(rows[0], { captured: capturedCents, paid: transferredCents })
}

const faults: (Fault | null)[] = [
  null,
  '500',
  '500_kept',
  'reset',
  'reset_after',
  'silent',
  'rate_limit',
  'garbage',
]

for (const fault of faults) {
  test(`DESIGN 6.4: held, captured and paid out once each, ${fault ? `each call failing first (${fault})` : 'all going well'}`, async () => {
    const customer = await market.person('Ana')
    const { carrier } = await newCarrier()
    const { job_id: jobId } = await market.draft(customer)
    const methodId = await saveCard(customer)
    const operations: Operation[] = ['authorize', 'capture', 'transfer']
    if (fault) for (const operation of operations) fake.faults.next(operation, fault)
    await pay(customer, jobId, methodId)
    await until('the job is posted', () => isPosted(customer, jobId))
    assert.deepEqual(booksOf(jobId).intents, ['requires_capture'])
    await carrier.ok(acceptJob, { params: { job_id: jobId } })
    await carrier.ok(deliverJob, { params: { job_id: jobId }, body: {} })
    await settleMoney(app)
    const { status, price } = await customer.ok(readMyJob, { params: { job_id: jobId } })
    assert.equal(status, 'completed')
    const { intents, captures, transfers } = booksOf(jobId)
    assert.deepEqual([intents, captures.length, transfers.length], [['succeeded'], 1, 1])
    assert.equal(captures[0], price.total_cents)
    await assertSameBooks()
  })
}

for (const fault of faults) {
  test(`DESIGN 3, Life: a job cancelled before it is accepted gives its hold back, ${fault ? `the void failing first (${fault})` : 'all going well'}`, async () => {
    const customer = await market.person('Ana')
    const { job_id: jobId } = await market.draft(customer)
    await pay(customer, jobId, await saveCard(customer))
    await until('the job is posted', () => isPosted(customer, jobId))
    if (fault) fake.faults.next('void', fault)
    await customer.ok(cancelMyJob, { params: { job_id: jobId }, body: { fee_cents: 0 } })
    await settleMoney(app)
    assert.deepEqual(booksOf(jobId), { intents: ['canceled'], captures: [], transfers: [] })
  })
}

test('DESIGN 6.4: a card that is refused leaves a draft and no hold; another card pays', async () => {
  const customer = await market.person('Ana')
  const { job_id: jobId } = await market.draft(customer)
  await pay(customer, jobId, await saveCard(customer, 'insufficient_funds'))
  await settleMoney(app)
  const { status, payment } = await customer.ok(readMyJob, { params: { job_id: jobId } })
  assert.deepEqual([status, payment.state, payment.refusal], ['draft', 'refused', 'insufficient_funds'])
  await pay(customer, jobId, await saveCard(customer))
  await until('the job is posted', () => isPosted(customer, jobId))
  assert.deepEqual(booksOf(jobId).intents, ['requires_payment_method', 'requires_capture'])
})

test('DESIGN 6.4: a wallet is filled by a hold and its capture', async () => {
  const customer = await market.person('Ana')
  const body = {
    payment_id: newId(),
    amount_cents: 5_000,
    payment_method_id: await saveCard(customer),
    return_path: '/app',
  }
  await customer.ok(topUpWallet, { body })
  await settleMoney(app)
  const { status } = await customer.ok(readTopUp, { params: { payment_id: body.payment_id } })
  assert.equal(status, 'done')
  const mine = fake.books().intents.filter(({ metadata }) => metadata.dray_payment === body.payment_id)
  assert.deepEqual(
    mine.map(({ status, capturedCents }) => [status, capturedCents]),
    [['succeeded', 5_000]],
  )
  await assertSameBooks()
})

test('DESIGN 6.6: no secret and no message of Stripe in the log', () => {
  const lines = app.logged.join('')
  for (const secret of ['FakeStripeOfTheTests', 'fake-wording']) assert.ok(!lines.includes(secret), secret)
})
