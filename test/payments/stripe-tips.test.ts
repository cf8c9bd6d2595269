import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob } from '#contract/app/customer.ts'
import { giveTip, readTips } from '#contract/app/tips.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import type { Fault } from '../support/fake-stripe/faults.ts'
import { assertOwnBooks } from '../support/money-books.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { openStripeMarket } from '../support/stripe-market.ts'
import { until } from '../support/until.ts'

/* Tips with Stripe (decision 72), with a fault at each call, compared with the books of the fake Stripe. */
const stripe = await openStripeMarket({ STRIPE_TIMEOUT_MS: '4000' })
const { fake, market, saveCard, newCarrier } = stripe
const { app } = market
after(() => stripe[Symbol.asyncDispose]())

async function completed() {
  const customer = await market.person('Ana')
  const { carrier } = await newCarrier()
  const { job_id } = await market.draft(customer)
  const payment_method_id = await saveCard(customer)
  const params = { job_id }
  await customer.ok(publishJob, { params, body: { payment_id: newId(), source: 'card', payment_method_id } })
  await until('the job is accepted', async () => {
    await settleMoney(app)
    return (await carrier.call(acceptJob, { params })).status === 200
  })
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  return { customer, carrier, params, payment_method_id }
}

/** What Stripe's books have of one tip. */
function booksOf(paymentId: string) {
  const { intents, captures, transfers } = fake.books()
  const mine = intents.filter(({ metadata }) => metadata.dray_payment === paymentId)
  const taken = captures.filter(({ intentId }) => mine.some(({ id }) => id === intentId))
  const paid = transfers.filter(({ sourceCharge }) => taken.some(({ id }) => id === sourceCharge))
  return [taken, paid].map((items) => items.map(({ amountCents }) => amountCents))
}

const faults: (Fault | null)[] = [null, '500', '500_kept', 'reset', 'reset_after', 'silent', 'garbage']

for (const fault of faults)
  test(`a tip is charged once, and paid out once and whole, ${fault ? `each call failing first (${fault})` : 'all going well'}`, async () => {
    const { customer, params, payment_method_id } = await completed()
    if (fault)
      for (const operation of ['authorize', 'capture', 'transfer'] as const)
        fake.faults.next(operation, fault)
    const payment_id = newId()
    await customer.ok(giveTip, { params, body: { payment_id, amount_cents: 650, payment_method_id } })
    await until('the tip is given', async () => {
      await settleMoney(app)
      const { tips } = await customer.ok(readTips, { params })
      return tips[0]?.state === 'given'
    })
    await settleMoney(app)
    assert.deepEqual(booksOf(payment_id), [[650], [650]])
  })

test('a refused card gives no tip, and staff refund one that was given', async () => {
  const { customer, params, payment_method_id } = await completed()
  const tip = { payment_id: newId(), amount_cents: 400 }
  const refused = { ...tip, payment_id: newId(), payment_method_id: await saveCard(customer, 'declined') }
  const { tips } = await customer.ok(giveTip, { params, body: refused })
  assert.deepEqual([tips[0]?.state, tips[0]?.refusal], ['refused', 'declined'])
  await customer.ok(giveTip, { params, body: { ...tip, payment_method_id } })
  await settleMoney(app)
  const shares = { amountCents: 400, carrierCents: 400, paymentId: tip.payment_id }
  await refundJob(app.db, { jobId: params.job_id, ...shares, by: byOperator() })
  await settleMoney(app)
  const { tips: now } = await customer.ok(readTips, { params })
  assert.equal(now.find(({ payment_id }) => payment_id === tip.payment_id)?.refunded_cents, 400)
  await assertOwnBooks(app.db)
})
