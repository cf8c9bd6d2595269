import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { acceptJob, deliverJob } from '#contract/app/carrier.ts'
import { publishJob, readMyJob } from '#contract/app/customer.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { assertPagesAgree, issueInvoices } from '../support/invoices.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { openStripeMarket } from '../support/stripe-market.ts'

/* Decision 67, over HTTP and Stripe's events: what banks do afterwards, on the pages of a customer. */
const stripe = await openStripeMarket()
const { fake, market, sendEvent, saveCard } = stripe
const { app } = market
after(() => stripe[Symbol.asyncDispose]())

type Paid = { customer: Person; params: { job_id: string }; intentId: string }

async function completed(): Promise<Paid> {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const { job_id } = await market.draft(customer)
  const params = { job_id }
  const payment_method_id = await saveCard(customer)
  const body = { payment_id: newId(), source: 'card' as const, payment_method_id }
  await customer.ok(publishJob, { params, body })
  await settleMoney(app)
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  await issueInvoices(app)
  const intent = fake.books().intents.find(({ metadata }) => metadata.dray_job === job_id)
  return { customer, params, intentId: intent?.id ?? assert.fail('there is no charge') }
}

async function pagesOf({ customer, params }: Paid) {
  await issueInvoices(app)
  const { invoices } = await customer.ok(readMyJob, { params })
  return invoices.map(({ kind, number, corrects, total_cents, events, vat }) => ({
    ...{ kind, number, corrects, total_cents },
    events: events.map(({ kind: event }) => event),
    vat: vat.map(({ vat_cents }) => vat_cents),
  }))
}

test('a refund that the bank sends back has a debit note, which takes its credit note back to the cent', async () => {
  const job = await completed()
  const { job_id: jobId } = job.params
  await refundJob(app.dray.payments, { jobId, amountCents: 1_234, by: byOperator('broken leg') })
  await settleMoney(app)
  const [receipt, credit] = await pagesOf(job)
  assert.deepEqual(
    [credit?.kind, credit?.corrects, credit?.total_cents],
    ['credit_note', receipt?.number, 1_234],
  )
  const [refund] = fake.books().refunds
  fake.people.endRefund(refund?.id ?? '', 'failed')
  await sendEvent('refund.failed', refund?.id ?? '')
  await issueInvoices(app)
  const [, , debit, ...others] = await pagesOf(job)
  assert.deepEqual(others, [])
  assert.deepEqual(
    [debit?.kind, debit?.corrects, debit?.total_cents, debit?.events],
    ['debit_note', credit?.number, 1_234, ['returned']],
  )
  assert.deepEqual(debit?.vat, credit?.vat)
  await sendEvent('refund.failed', refund?.id ?? '')
  assert.equal((await pagesOf(job)).length, 3, 'the event comes twice')
  await assertPagesAgree(app.db.kysely)
})

test('a dispute, lost or won, changes no page: the bank moves money of the company, not of the customer', async () => {
  for (const outcome of ['won', 'lost'] as const) {
    const job = await completed()
    const before = await pagesOf(job)
    const reference = fake.people.dispute(job.intentId)
    await sendEvent('charge.dispute.funds_withdrawn', reference)
    fake.people.closeDispute(reference, outcome)
    await sendEvent('charge.dispute.closed', reference)
    await settleMoney(app)
    assert.deepEqual(await pagesOf(job), before)
  }
  await assertPagesAgree(app.db.kysely)
})
