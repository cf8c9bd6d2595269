import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { acceptJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { giveTip } from '#contract/app/tips.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { assertPagesAgree, issueInvoices } from '../support/invoices.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { payByCard, readyPayouts, saveCard } from '../support/paying.ts'
import type { Person } from '../support/person.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import {
  issueStatementsOf,
  misplacedOfCarriers,
  monthsLater,
  unequalStatements,
} from '../support/statements.ts'

/*
 * Decision 72 over whole lives of one carrier with several customers: deliveries, tips, refunds that both share, and
 * payouts, in any order. What each side pays and gets is what staff decided, to the cent.
 */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely } = app.db
const by = byOperator()

type Step =
  | { act: 'job' | 'payouts' | 'settle' }
  | { act: 'tip'; cents: number }
  /** Parts of a thousand: of what is left, and of what the carrier got. */
  | { act: 'refund'; of: number; part: number; ofTip: boolean }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ act: 'job' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ act: 'payouts' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ act: 'settle' }) },
  {
    weight: 3,
    arbitrary: fc.integer({ min: 100, max: 3_000 }).map((cents): Step => ({ act: 'tip', cents })),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({
        of: fc.integer({ min: 0, max: 1_100 }),
        part: fc.integer({ min: 0, max: 1_100 }),
        ofTip: fc.boolean(),
      })
      .map((refund): Step => ({ act: 'refund', ...refund })),
  },
)

type Charge = {
  paymentId?: string
  takenCents: number
  backCents: number
  gotCents: number
  borneCents: number
}
type Job = { customer: Person; jobId: string; methodId: string; charges: Charge[] }

/** What the test knows of a carrier's life, without the code that decides. */
type Life = { carrier: Person; jobs: Job[]; canBePaid: boolean }

async function addJob(life: Life): Promise<void> {
  const customer = await market.person('Ana')
  const draft = await market.draft(customer, { size: 'M' })
  const params = { job_id: draft.job_id }
  await payByCard(customer, draft)
  await life.carrier.ok(acceptJob, { params })
  await life.carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  const { earns_cents } = await life.carrier.ok(readCarrierJob, { params })
  const price = { takenCents: draft.price.total_cents, backCents: 0, gotCents: earns_cents, borneCents: 0 }
  life.jobs.push({ customer, jobId: draft.job_id, methodId: await saveCard(customer), charges: [price] })
}

async function tip({ jobs }: Life, cents: number): Promise<void> {
  const job = jobs.at(-1)
  if (!job) return
  const payment_id = newId()
  const body = { payment_id, amount_cents: cents, payment_method_id: job.methodId }
  const { status } = await job.customer.call(giveTip, { params: { job_id: job.jobId }, body })
  if (status !== 200) return
  await settleMoney(app)
  job.charges.push({ paymentId: payment_id, takenCents: cents, backCents: 0, gotCents: cents, borneCents: 0 })
}

async function refund({ jobs }: Life, { of, part, ofTip }: Extract<Step, { act: 'refund' }>): Promise<void> {
  const job = jobs.at(-1)
  const charge = job?.charges.findLast(({ paymentId }) => (paymentId !== undefined) === ofTip)
  if (!job || !charge) return
  const left = charge.takenCents - charge.backCents
  const maxOfCarrier = charge.gotCents - charge.borneCents
  const amountCents = Math.max(1, Math.floor((left * of) / 1_000))
  const carrierCents = Math.floor((maxOfCarrier * part) / 1_000)
  const isAllowed = amountCents <= left && carrierCents <= maxOfCarrier && carrierCents <= amountCents
  const act = { jobId: job.jobId, amountCents, carrierCents, paymentId: charge.paymentId, by }
  const isDone = await refundJob({ kysely }, act).then(
    () => true,
    () => false,
  )
  assert.equal(isDone, isAllowed, JSON.stringify({ charge, amountCents, carrierCents }))
  if (!isDone) return
  charge.backCents += amountCents
  charge.borneCents += carrierCents
}

async function live(life: Life, each: Step): Promise<void> {
  if (each.act === 'job') await addJob(life)
  else if (each.act === 'settle') await settleMoney(app)
  else if (each.act === 'tip') await tip(life, each.cents)
  else if (each.act === 'refund') await refund(life, each)
  else if (!life.canBePaid) {
    await readyPayouts(app, life.carrier)
    life.canBePaid = true
  }
}

async function assertLife({ carrier, jobs, canBePaid }: Life): Promise<void> {
  const charges = jobs.flatMap((job) => job.charges)
  const sum = (cents: (charge: Charge) => number) =>
    charges.reduce((total, charge) => total + cents(charge), 0)
  const due = sum(({ gotCents, borneCents }) => gotCents - borneCents)
  const { owed_cents, kept_back_cents, paid_cents } = await carrier.ok(readEarnings, {})
  assert.equal(owed_cents - kept_back_cents + paid_cents, due)
  if (canBePaid) assert.equal(owed_cents, 0)
  for (const { customer, jobId, charges: ofJob } of jobs) {
    const [price] = ofJob
    const { payment } = await customer.ok(readMyJob, { params: { job_id: jobId } })
    assert.equal(payment.charged_cents, (price?.takenCents ?? 0) - (price?.backCents ?? 0))
  }
}

test('promise 13: over whole lives with tips and shared refunds, each side pays and gets what was decided', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const life: Life = { carrier: await market.carrier(), jobs: [], canBePaid: false }
      for (const each of [{ act: 'job' } as const, ...steps]) await live(life, each)
      await settleMoney(app)
      await assertLife(life)
      await assertBooks(app.db)
    }),
    { numRuns: 20, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: false },
  )
  await issueInvoices(app)
  await issueStatementsOf(app, monthsLater(1))
  await assertPagesAgree(kysely)
  assert.deepEqual(await misplacedOfCarriers(kysely), [])
  assert.deepEqual(await unequalStatements(kysely), [])
})
