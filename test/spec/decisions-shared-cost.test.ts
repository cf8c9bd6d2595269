import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, deliverJob, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { readEarnings } from '#contract/app/earnings.ts'
import { decideTripReport } from '../../server/jobs/doubts/decide-trip-report.ts'
import { resolveProblems } from '../../server/jobs/doubts/resolve-problem.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { eraseAccount } from '../../server/privacy/erase-account.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal, deliveredDeal, report } from '../support/deals.ts'
import { assertPagesAgree, issueInvoices } from '../support/invoices.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { payByCard, readyPayouts } from '../support/paying.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import {
  issueStatementsOf,
  misplacedOfCarriers,
  monthsLater,
  unequalStatements,
} from '../support/statements.ts'
import { answeredBy, passHours, reportedBy, tripFees } from '../support/wasted-trips.ts'

/* Decision 72: staff decide what a customer gets back, and how much of it the carrier bears. */
const market = await openMarket(tripFees)
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const by = byOperator()

async function paidDeal(canBePaid = true): Promise<Deal> {
  const deal = await deliveredDeal(market, { canBePaid })
  await settleMoney(app)
  return deal
}

const earningsOf = ({ carrier }: Deal) => carrier.ok(readEarnings, {})

/** Another job of the same carrier, delivered and paid. */
async function nextJob({ carrier }: Deal): Promise<number> {
  const customer = await market.person('Eva')
  const draft = await market.draft(customer, { size: 'L' })
  await payByCard(customer, draft)
  const params = { job_id: draft.job_id }
  await carrier.ok(acceptJob, { params })
  await carrier.ok(deliverJob, { params, body: {} })
  await settleMoney(app)
  return (await carrier.ok(readCarrierJob, { params })).earns_cents
}

test('the part of a carrier who was not paid yet is taken from the payout that waits', async () => {
  const deal = await paidDeal(false)
  const { owed_cents: before } = await earningsOf(deal)
  await refundJob({ kysely }, { jobId: deal.job_id, amountCents: 1_000, carrierCents: 600, by })
  const { owed_cents, kept_back_cents } = await earningsOf(deal)
  assert.deepEqual([owed_cents, kept_back_cents], [before - 600, 0])
  await readyPayouts(app, deal.carrier)
  await settleMoney(app)
  const paid = await earningsOf(deal)
  assert.deepEqual([paid.owed_cents, paid.paid_cents], [0, before - 600])
  const job = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  assert.deepEqual([job.borne_cents, job.paid_out], [600, true])
  await assertBooks(app.db)
})

test('the part of a carrier who was paid is kept back from the next earnings, to the cent', async () => {
  const deal = await paidDeal()
  const { paid_cents: first } = await earningsOf(deal)
  await refundJob({ kysely }, { jobId: deal.job_id, amountCents: 1_000, carrierCents: 1_000, by })
  await settleMoney(app)
  assert.equal((await earningsOf(deal)).kept_back_cents, 1_000)
  await assertBooks(app.db)
  const second = await nextJob(deal)
  const { paid_cents, kept_back_cents, owed_cents } = await earningsOf(deal)
  assert.deepEqual([paid_cents, kept_back_cents, owed_cents], [first + second - 1_000, 0, 0])
  await assertBooks(app.db)
})

test('a part that takes a whole payout leaves none to be made, and the job counts as paid out', async () => {
  const deal = await paidDeal(false)
  const { earns_cents } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  await refundJob({ kysely }, { jobId: deal.job_id, amountCents: earns_cents, carrierCents: earns_cents, by })
  await settleMoney(app)
  const { owed_cents, kept_back_cents } = await earningsOf(deal)
  assert.deepEqual([owed_cents, kept_back_cents], [0, 0])
  assert.equal((await deal.carrier.ok(readCarrierJob, { params: deal.params })).paid_out, true)
  await assertBooks(app.db)
})

test('never more than was charged, than is refunded, or than the carrier got', async () => {
  const deal = await paidDeal()
  const { earns_cents } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  const refused = (amountCents: number, carrierCents: number) =>
    assert.rejects(refundJob({ kysely }, { jobId: deal.job_id, amountCents, carrierCents, by }), {
      code: 'wrong_state',
    })
  await refused(deal.total + 1, 0)
  await refused(500, 501)
  await refused(deal.total, earns_cents + 1)
  await refundJob({ kysely }, { jobId: deal.job_id, amountCents: 1_000, carrierCents: 1_000, by })
  await refused(deal.total - 1_000, earns_cents - 999)
  await settleMoney(app)
  await assertBooks(app.db)
})

test('an erased carrier bears no part', async () => {
  const deal = await paidDeal()
  await eraseAccount(kysely, { accountId: deal.carrier.accountId, moneySettled: true })
  await assert.rejects(refundJob({ kysely }, { jobId: deal.job_id, amountCents: 100, carrierCents: 1, by }), {
    code: 'wrong_state',
  })
  await refundJob({ kysely }, { jobId: deal.job_id, amountCents: 100, by })
  await settleMoney(app)
  await assertBooks(app.db)
})

test('an upheld report with a refund settles the money: the carrier is paid what is left', async () => {
  const deal = await paidDeal(false)
  await report(deal)
  const { earns_cents } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  const refund = { amountCents: 900, carrierCents: 500 }
  assert.equal(await resolveProblems({ kysely }, { jobId: deal.job_id, outcome: 'uphold', refund, by }), 1)
  await readyPayouts(app, deal.carrier)
  await settleMoney(app)
  const { paid_cents } = await earningsOf(deal)
  assert.equal(paid_cents, earns_cents - 500)
  const { payment } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.equal(payment.charged_cents, deal.total - 900)
  const { rows } = await pool.query<{ kind: string }>(
    `select kind from notice where job_id = $1 and account_id = $2 and kind in ('cost_shared', 'problem_resolved') order by kind`,
    [deal.job_id, deal.carrier.accountId],
  )
  assert.deepEqual(
    rows.map(({ kind }) => kind),
    ['cost_shared', 'problem_resolved'],
  )
  const audited = await pool.query<{ changes: object }>(
    `select changes from audit_event where act = 'job.resolve_problems' and targets @> $1`,
    [JSON.stringify([{ type: 'job', id: deal.job_id }])],
  )
  assert.deepEqual(audited.rows[0]?.changes, {
    outcome: { from: null, to: 'uphold' },
    amount_cents: { from: null, to: 900 },
    carrier_cents: { from: null, to: 500 },
  })
  await assertBooks(app.db)
})

test('a decision with a refund that is not possible changes nothing', async () => {
  const deal = await acceptedDeal(market)
  await report(deal)
  const refund = { amountCents: 100, carrierCents: 0 }
  const decision = { jobId: deal.job_id, outcome: 'uphold' as const, refund, by }
  await assert.rejects(resolveProblems({ kysely }, decision), { code: 'wrong_state' })
  const { problems } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.equal(problems[0]?.status, 'open')
})

test('a dismissed trip report gives its fee back, at the cost of the carrier who got it', async () => {
  const deal = await acceptedDeal(market, { canBePaid: true })
  await passHours(app, deal, 1)
  await reportedBy(deal)
  await answeredBy(deal, true)
  await settleMoney(app)
  const { payment } = await deal.customer.ok(readMyJob, { params: deal.params })
  const fee = payment.charged_cents ?? 0
  const { compensation_cents } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  const refund = { amountCents: fee, carrierCents: compensation_cents ?? 0 }
  await decideTripReport({ kysely }, { jobId: deal.job_id, outcome: 'dismiss', refund, by })
  await settleMoney(app)
  assert.equal((await deal.customer.ok(readMyJob, { params: deal.params })).payment.charged_cents, 0)
  assert.equal((await earningsOf(deal)).kept_back_cents, compensation_cents)
  await assertBooks(app.db)
})

test('race: the same decision twice at once refunds once', async () => {
  for (let round = 0; round < 4; round++) {
    const deal = await paidDeal()
    await report(deal)
    const decision = {
      jobId: deal.job_id,
      outcome: 'uphold' as const,
      refund: { amountCents: 700, carrierCents: 700 },
      by,
    }
    const done = await Promise.allSettled([1, 2].map(() => resolveProblems({ kysely }, decision)))
    assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 1)
    await settleMoney(app)
    assert.equal((await earningsOf(deal)).kept_back_cents, 700)
    await assertBooks(app.db)
  }
})

test('race: two refunds at once take no more from the carrier than they got', async () => {
  for (let round = 0; round < 4; round++) {
    const deal = await paidDeal()
    const { earns_cents } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
    const refund = { jobId: deal.job_id, amountCents: earns_cents - 1, carrierCents: earns_cents - 1, by }
    await Promise.allSettled([refundJob({ kysely }, refund), refundJob({ kysely }, refund)])
    await settleMoney(app)
    assert.equal((await earningsOf(deal)).kept_back_cents, earns_cents - 1)
    await assertBooks(app.db)
  }
})

test('race: a part against the payout it is taken from: paid less, or kept back later', async () => {
  for (let round = 0; round < 4; round++) {
    const deal = await paidDeal(false)
    const { earns_cents } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
    await readyPayouts(app, deal.carrier)
    await Promise.all([
      settleMoney(app),
      refundJob({ kysely }, { jobId: deal.job_id, amountCents: 800, carrierCents: 800, by }),
    ])
    await settleMoney(app)
    const { paid_cents, kept_back_cents } = await earningsOf(deal)
    assert.equal(paid_cents - kept_back_cents, earns_cents - 800)
    await assertBooks(app.db)
  }
})

test('the credit note, the statement of the carrier and the ledger agree to the cent', async () => {
  const deal = await paidDeal()
  await refundJob({ kysely }, { jobId: deal.job_id, amountCents: 900, carrierCents: 400, by })
  await settleMoney(app)
  await issueInvoices(app)
  await issueStatementsOf(app, monthsLater(1))
  const { invoices } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.equal(invoices.find(({ kind }) => kind === 'credit_note')?.total_cents, 900)
  const { rows } = await pool.query<{ cents: number }>(
    `select (m ->> 'amountCents')::integer as cents from invoice, jsonb_array_elements(content -> 'statement' -> 'movements') m
     where account_id = $1 and m ->> 'kind' = 'refund'`,
    [deal.carrier.accountId],
  )
  assert.deepEqual(rows, [{ cents: -400 }])
  await assertPagesAgree(kysely)
  assert.deepEqual(await misplacedOfCarriers(kysely), [])
  assert.deepEqual(await unequalStatements(kysely), [])
})
