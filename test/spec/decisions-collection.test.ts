import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { collectJob, readCarrier, readCarrierJob, readFeedJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob, reportProblem } from '#contract/app/customer.ts'
import type { ProblemKind } from '#contract/reports.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { type Outcome, resolveProblems } from '../../server/jobs/doubts/resolve-problem.ts'
import { tellOfDeadline } from '../../server/jobs/notices/deadline.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { ledgerOf, noticesTo } from '../support/job-records.ts'
import { lockAwaited } from '../support/lock-awaited.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { usualProof } from '../support/proofs.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* The deadline by which a carrier collects, and reports that nobody came (decision 49). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

const by = byOperator()

/** Lets hours pass for a job and what was reported about it. */
async function pass({ job_id }: Deal, hours: number): Promise<void> {
  for (const [table, key, column] of [
    ['job', 'id', 'accepted_at'],
    ['job_problem', 'job_id', 'created_at'],
  ])
    await pool.query(
      `update ${table} set ${column} = ${column} - make_interval(secs => $2 * 3600.0) where ${key} = $1`,
      [job_id, hours],
    )
}

const reportAs = ({ customer, params }: Deal, kind: ProblemKind) =>
  customer.ok(reportProblem, { params, body: { problem_id: newId(), kind } })

const decide = ({ job_id }: Deal, outcome: Outcome) =>
  resolveProblems({ kysely }, { jobId: job_id, outcome, by })

const strikesOf = async ({ carrier }: Deal) => (await carrier.ok(readCarrier, {})).strikes

const terms = async ({ customer, params }: Deal) => (await customer.ok(readMyJob, { params })).cancellation

const cancel = ({ customer, params }: Deal, fee_cents: number) =>
  customer.ok(cancelMyJob, { params, body: { fee_cents } })

/** What the customer paid and the carrier was given, after a cancellation for nothing. */
async function assertFree(deal: Deal): Promise<void> {
  await settleMoney(app)
  const { payment, status } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.deepEqual([status, payment.state, payment.charged_cents], ['cancelled', 'released', null])
  const booked = await ledgerOf(app, deal.job_id)
  assert.deepEqual(booked.map(([kind]) => kind).toSorted(), ['hold', 'release'])
  await assertBooks(app.db)
}

test('DESIGN 3, Life: not collected by the deadline: the customer cancels free of charge, and the carrier has a strike', async () => {
  const deal = await acceptedDeal(market)
  const { accepted_at } = await deal.customer.ok(readMyJob, { params: deal.params })
  const before = await terms(deal)
  assert.equal(before.rule.collect_hours, 24)
  assert.equal(Date.parse(before.collect_by ?? ''), Date.parse(accepted_at ?? '') + 24 * 3_600_000)
  await pass(deal, 23.9)
  assert.deepEqual([(await terms(deal)).fee_cents, (await terms(deal)).free_because], [2_500, null])
  await pass(deal, 0.1)
  assert.deepEqual([(await terms(deal)).fee_cents, (await terms(deal)).free_because], [0, 'overdue'])
  await cancel(deal, 0)
  await cancel(deal, 0)
  await assertFree(deal)
  assert.equal(await strikesOf(deal), 1)
  assert.deepEqual(await noticesTo(app, deal.carrier.accountId), ['job_cancelled_uncollected'])
  assert.equal((await deal.carrier.ok(readCarrierJob, { params: deal.params })).strike, true)
})

test('DESIGN 3, Life: "not collected" is reported: free at once, and dismissing it takes the strike back', async () => {
  const deal = await acceptedDeal(market)
  await pass(deal, 1)
  await reportAs(deal, 'damaged')
  assert.equal((await terms(deal)).fee_cents, 2_500)
  await reportAs(deal, 'not_collected')
  assert.deepEqual([(await terms(deal)).fee_cents, (await terms(deal)).free_because], [0, 'reported'])
  await cancel(deal, 0)
  await assertFree(deal)
  assert.equal(await strikesOf(deal), 1)
  await decide(deal, 'dismiss')
  assert.equal(await strikesOf(deal), 0)
  assert.equal((await deal.carrier.ok(readCarrierJob, { params: deal.params })).strike, false)
  assert.ok((await noticesTo(app, deal.carrier.accountId)).includes('problem_resolved'))
})

test('decision 49: a dismissed report makes nothing free, nor does a second one; an upheld report does', async () => {
  const [dismissed, upheld] = [await acceptedDeal(market), await acceptedDeal(market)]
  for (const deal of [dismissed, upheld]) {
    await pass(deal, 1)
    await reportAs(deal, 'not_collected')
  }
  await decide(dismissed, 'dismiss')
  await reportAs(dismissed, 'not_collected')
  assert.equal((await terms(dismissed)).fee_cents, 2_500)
  await decide(upheld, 'uphold')
  assert.equal((await terms(upheld)).free_because, 'reported')
  await cancel(upheld, 0)
  await assertFree(upheld)
  assert.equal(await strikesOf(upheld), 1)
})

test('decision 49: after a collection, a report of "not collected" makes nothing free', async () => {
  const deal = await acceptedDeal(market)
  await pass(deal, 30)
  await reportAs(deal, 'not_collected')
  await deal.carrier.ok(collectJob, { params: deal.params })
  const { allowed, refusal, collect_by } = await terms(deal)
  assert.deepEqual([allowed, refusal, collect_by], [false, 'collected', null])
  assert.equal(await strikesOf(deal), 0)
})

test('decision 49: another carrier has the whole time, and is not blamed for the one before', async () => {
  const deal = await acceptedDeal(market)
  await pass(deal, 30)
  await reportAs(deal, 'not_collected')
  const other = await market.carrier()
  await reassignJob(
    { kysely, maxOpenJobs: 10, proof: usualProof },
    { jobId: deal.job_id, carrierId: other.accountId, by },
  )
  await pass(deal, 1)
  assert.equal((await terms(deal)).fee_cents, 2_500)
})

test('promise 13: a carrier whose account was suspended costs the customer nothing, and has no strike', async () => {
  const deal = await acceptedDeal(market)
  await pass(deal, 30)
  await pool.query('update account set suspended_at = now() where id = $1', [deal.carrier.accountId])
  assert.equal((await terms(deal)).free_because, 'carrier_unavailable')
  await cancel(deal, 0)
  await assertFree(deal)
  const { rows } = await pool.query('select from carrier_strike where job_id = $1', [deal.job_id])
  assert.equal(rows.length, 0)
})

test('DESIGN 3, Life: the third strike in 30 days suspends, also for jobs that were not collected', async () => {
  const carrier = await market.carrier()
  for (let strikes = 0; strikes < 3; strikes++) {
    const customer = await market.person()
    const { job_id } = await market.accepted(customer, carrier)
    const deal = { customer, carrier, job_id, params: { job_id }, total: 0 }
    await pass(deal, 24)
    await cancel(deal, 0)
  }
  const { status, strikes } = await carrier.ok(readCarrier, {})
  assert.deepEqual([status, strikes], ['suspended', 3])
})

test('promise 11: the carrier is told before the deadline, the customer after it, each once', async () => {
  const deal = await acceptedDeal(market)
  const tell = () => tellOfDeadline({ kysely }, new AbortController().signal)
  await pass(deal, 17.9)
  await tell()
  const before = await noticesTo(app, deal.carrier.accountId)
  await pass(deal, 0.1)
  await Promise.all([tell(), tell()])
  await tell()
  assert.deepEqual(await noticesTo(app, deal.carrier.accountId), [...before, 'collection_due'])
  await pass(deal, 6)
  await Promise.all([tell(), tell()])
  await tell()
  const told = await noticesTo(app, deal.customer.accountId)
  assert.equal(told.filter((kind) => kind === 'collection_overdue').length, 1)
  assert.deepEqual(await noticesTo(app, deal.carrier.accountId), [...before, 'collection_due'])
})

test('the carrier reads the deadline before accepting and after it', async () => {
  const [customer, carrier] = [await market.person(), await market.carrier()]
  const { job_id } = await market.posted(customer)
  assert.equal((await carrier.ok(readFeedJob, { params: { job_id } })).collect_hours, 24)
  const deal = await acceptedDeal(market)
  const { collect_by } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  assert.equal(collect_by, (await terms(deal)).collect_by)
})

test('decision 49: a job keeps the hours that it was made with', async () => {
  const deal = await acceptedDeal(market)
  await pool.query('update job set collect_hours = 48 where id = $1', [deal.job_id])
  await pass(deal, 30)
  assert.deepEqual([(await terms(deal)).fee_cents, (await terms(deal)).rule.collect_hours], [2_500, 48])
})

test('race: collected at the instant at which the customer cancels: one of the two, never both', async () => {
  for (let round = 0; round < 5; round++) {
    const deal = await acceptedDeal(market)
    await pass(deal, 24)
    const [cancelled, collected] = await Promise.all([
      deal.customer.call(cancelMyJob, { params: deal.params, body: { fee_cents: 0 } }),
      deal.carrier.call(collectJob, { params: deal.params }),
    ])
    assert.deepEqual(new Set([cancelled.status, collected.status]), new Set([200, 409]))
    assert.equal(await strikesOf(deal), cancelled.status === 200 ? 1 : 0)
  }
})

test('race: a cancellation that waits for a collection to commit is refused, and nothing is a strike', async () => {
  const deal = await acceptedDeal(market)
  await pass(deal, 24)
  const carrier = await pool.connect()
  await carrier.query('begin')
  await carrier.query('update job set collected_at = now() where id = $1', [deal.job_id])
  const cancelled = deal.customer.call(cancelMyJob, { params: deal.params, body: { fee_cents: 0 } })
  await lockAwaited(app)
  await carrier.query('commit')
  carrier.release()
  assert.equal((await cancelled).status, 409)
  assert.equal(await strikesOf(deal), 0)
})

test('race: two cancellations at once are one, with one strike', async () => {
  const deal = await acceptedDeal(market)
  await pass(deal, 24)
  await Promise.all([cancel(deal, 0), cancel(deal, 0), cancel(deal, 0)])
  await assertFree(deal)
  assert.equal(await strikesOf(deal), 1)
})

test('a fee that was shown before the deadline is refused after it, and the new terms are free', async () => {
  const deal = await acceptedDeal(market)
  await pass(deal, 23)
  const shown = (await terms(deal)).fee_cents
  await pass(deal, 1)
  const stale = await deal.customer.refused(cancelMyJob, { params: deal.params, body: { fee_cents: shown } })
  assert.equal(stale.body.error, 'cancellation_changed')
  await cancel(deal, (await terms(deal)).fee_cents)
  await assertFree(deal)
})
