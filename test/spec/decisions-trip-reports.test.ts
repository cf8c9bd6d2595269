import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { collectJob, giveBackJob, readCarrier, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob, reportProblem } from '#contract/app/customer.ts'
import { answerNotCollected, answerTripReport, reportTrip } from '#contract/app/trip-reports.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { decideTripReport } from '../../server/jobs/doubts/decide-trip-report.ts'
import { endTripReports } from '../../server/jobs/doubts/end-trip-reports.ts'
import type { Outcome } from '../../server/jobs/doubts/resolve-problem.ts'
import { refundJob } from '../../server/jobs/money/refund.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal, photoOf } from '../support/deals.ts'
import { ledgerOf, noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { usualProof } from '../support/proofs.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import {
  absentReport,
  answeredBy,
  minutesAgo,
  passHours,
  reportedBy,
  tripFees,
} from '../support/wasted-trips.ts'

/* A carrier who cannot collect reports it instead of giving the job back (decision 66). */
const market = await openMarket(tripFees)
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

const by = byOperator()
const tripFee = 1_900

/** A deal accepted an hour ago. */
async function hourOldDeal(canBePaid = false): Promise<Deal> {
  const deal = await acceptedDeal(market, { canBePaid })
  await passHours(app, deal, 1)
  return deal
}

const seenBy = ({ customer, params }: Deal) => customer.ok(readMyJob, { params })
const strikesOf = async ({ carrier }: Deal) => (await carrier.ok(readCarrier, {})).strikes
const endTerms = () => endTripReports({ kysely }, new AbortController().signal)
const decide = ({ job_id }: Deal, outcome: Outcome) =>
  decideTripReport({ kysely }, { jobId: job_id, outcome, by })

/** The end by a report: what the customer paid, what the carrier got, and no strike. */
async function assertEnded(deal: Deal, cents: number): Promise<void> {
  await settleMoney(app)
  const { status, payment } = await seenBy(deal)
  assert.deepEqual([status, payment.charged_cents ?? 0], ['cancelled', cents])
  const { compensation_cents } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  assert.equal(compensation_cents ?? 0, Math.round(cents * 0.8))
  assert.equal(await strikesOf(deal), 0)
  await assertBooks(app.db)
}

test('promise 13: the fee for a wasted trip is shown before the payment, and a job keeps it', async () => {
  const draft = await market.draft(await market.person(), { size: 'L' })
  const { rule } = draft.cancellation
  assert.deepEqual([rule.trip_fee_cents, rule.answer_hours], [tripFee, 24])
  await pool.query('update job set trip_fee_cents = 0 where id = $1', [draft.job_id])
  const deal = await hourOldDeal()
  await pool.query('update job set trip_fee_cents = 1234 where id = $1', [deal.job_id])
  await reportedBy(deal)
  await answeredBy(deal, true)
  await assertEnded(deal, 1_234)
})

test('decision 66: the customer agrees: the job ends with the fee, 80 % for the carrier, and no strike', async () => {
  const deal = await hourOldDeal(true)
  const reported = await reportedBy(deal, absentReport({ text: 'I rang twice.' }))
  assert.deepEqual([reported.trip_report?.status, reported.may_report_trip], ['open', false])
  assert.equal(reported.trip_pay_cents, 1_520)
  const { trip_report, cancellation } = await seenBy(deal)
  assert.equal(trip_report?.text, 'I rang twice.')
  assert.deepEqual([trip_report?.fee_cents, cancellation.refusal], [tripFee, 'trip_reported'])
  assert.ok((await noticesTo(app, deal.customer.accountId, deal.job_id)).includes('trip_reported'))
  await answeredBy(deal, true)
  await answeredBy(deal, true)
  await assertEnded(deal, tripFee)
  const booked = new Map(await ledgerOf(app, deal.job_id))
  assert.deepEqual([booked.get('share'), booked.get('fee'), booked.get('transfer')], [1_520, 380, 1_520])
  for (const { accountId } of [deal.customer, deal.carrier])
    assert.ok((await noticesTo(app, accountId, deal.job_id)).includes('trip_ended'))
})

test('decision 66: no answer in 24 hours counts as agreement, to the hour', async () => {
  const deal = await hourOldDeal()
  await reportedBy(deal)
  await passHours(app, deal, 23.9)
  await endTerms()
  assert.equal((await seenBy(deal)).status, 'accepted')
  await passHours(app, deal, 0.1)
  await Promise.all([endTerms(), endTerms()])
  await assertEnded(deal, tripFee)
})

test('decision 66: the customer disagrees: staff decide, and who is right pays nothing', async () => {
  const [carriers, customers] = [await hourOldDeal(), await hourOldDeal()]
  for (const deal of [carriers, customers]) {
    await reportedBy(deal)
    const { trip_report } = await answeredBy(deal, false, 'I was at home.')
    assert.deepEqual([trip_report?.status, trip_report?.answer], ['answered', 'I was at home.'])
    assert.ok((await noticesTo(app, deal.carrier.accountId, deal.job_id)).includes('trip_answered'))
  }
  await decide(carriers, 'uphold')
  await assertEnded(carriers, tripFee)
  await decide(customers, 'dismiss')
  const { status, cancellation } = await seenBy(customers)
  assert.deepEqual([status, cancellation.fee_cents, cancellation.free_because], ['accepted', 0, 'reported'])
  const again = await customers.carrier.refused(reportTrip, {
    params: customers.params,
    body: absentReport(),
  })
  assert.equal(again.body.error, 'wrong_state')
  await customers.customer.ok(cancelMyJob, { params: customers.params, body: { fee_cents: 0 } })
  await settleMoney(app)
  assert.equal((await seenBy(customers)).payment.charged_cents, null)
  assert.equal(await strikesOf(customers), 1)
})

test('decision 66: without a decision in three days the job ends, and neither side pays', async () => {
  const deal = await hourOldDeal()
  await reportedBy(deal)
  await answeredBy(deal, false)
  await passHours(app, deal, 71.9)
  await endTerms()
  assert.equal((await seenBy(deal)).status, 'accepted')
  await passHours(app, deal, 0.2)
  await endTerms()
  await assertEnded(deal, 0)
  assert.equal((await seenBy(deal)).trip_report?.status, 'lapsed')
})

test('decision 66: "customer absent" needs a call, 15 minutes, and a photo or the position', async () => {
  const deal = await hourOldDeal()
  const refused = async (body: ReturnType<typeof absentReport>) =>
    (await deal.carrier.refused(reportTrip, { params: deal.params, body })).body
  const { position: _, ...unseen } = absentReport()
  assert.deepEqual(Object.keys((await refused(unseen)).details ?? {}), ['photo_id'])
  const bare = await refused(absentReport({ called: false, arrived_at: minutesAgo(120) }))
  assert.deepEqual(Object.keys(bare.details ?? {}).toSorted(), ['arrived_at', 'called'])
  const soon = await refused(absentReport({ arrived_at: minutesAgo(14) }))
  assert.deepEqual([soon.error, typeof soon.earliest_at], ['too_early', 'string'])
  const { rowCount } = await pool.query('select from trip_report where job_id = $1', [deal.job_id])
  assert.equal(rowCount, 0)
  const photo_id = await photoOf(deal.carrier)
  const reported = await reportedBy(deal, { ...unseen, photo_id })
  assert.equal(reported.trip_report?.kind, 'customer_absent')
})

test('promise 8: of the position only the distance from the pickup is stored', async () => {
  const deal = await hourOldDeal()
  await reportedBy(deal, absentReport({ position: { lat: 40.472345, lon: -3.712345 } }))
  const { rows } = await pool.query('select * from trip_report where job_id = $1', [deal.job_id])
  assert.ok(!JSON.stringify(rows).includes('12345'))
  assert.ok(rows[0].away_km > 4 && rows[0].away_km < 8, String(rows[0].away_km))
})

test('promise 13: in the first minutes and after the deadline a report costs the customer nothing', async () => {
  const [early, late] = [await acceptedDeal(market), await acceptedDeal(market)]
  await passHours(app, late, 25)
  const body = () => absentReport({ kind: 'not_as_described' })
  for (const deal of [early, late]) {
    assert.equal((await reportedBy(deal, body())).trip_report?.fee_cents, 0)
    await answeredBy(deal, true)
    await assertEnded(deal, 0)
  }
})

test('decision 66: a report that is dismissed after the fee was charged: a strike, and staff refund the fee', async () => {
  const deal = await hourOldDeal(true)
  await reportedBy(deal)
  await answeredBy(deal, true)
  await assertEnded(deal, tripFee)
  await decide(deal, 'dismiss')
  assert.equal(await strikesOf(deal), 1)
  const refund = { jobId: deal.job_id, amountCents: tripFee, by }
  await refundJob({ kysely }, refund)
  await settleMoney(app)
  const { payment, trip_report } = await seenBy(deal)
  assert.deepEqual([payment.charged_cents, trip_report?.status], [0, 'dismissed'])
  await assertBooks(app.db)
})

test('decision 66: collecting, giving back and another carrier withdraw the report', async () => {
  const [collected, given, moved] = [await hourOldDeal(), await hourOldDeal(), await hourOldDeal()]
  for (const deal of [collected, given, moved]) await reportedBy(deal)
  await collected.carrier.ok(collectJob, { params: collected.params })
  assert.equal((await seenBy(collected)).trip_report?.status, 'withdrawn')
  await given.carrier.ok(giveBackJob, { params: given.params, body: {} })
  assert.equal((await seenBy(given)).trip_report?.status, 'withdrawn')
  assert.equal(await strikesOf(given), 1)
  const other = await market.carrier()
  await reassignJob(
    { kysely, maxOpenJobs: 10, proof: usualProof },
    { jobId: moved.job_id, carrierId: other.accountId, by },
  )
  const { trip_report, cancellation } = await seenBy(moved)
  assert.deepEqual([trip_report, cancellation.allowed], [null, true])
})

test('decision 66: "not collected" contradicts an open report, and a later report waits for staff', async () => {
  const [before, after_] = [await hourOldDeal(), await hourOldDeal()]
  const body = () => ({ problem_id: newId(), kind: 'not_collected' as const })
  await reportedBy(before)
  await before.customer.ok(reportProblem, { params: before.params, body: body() })
  assert.equal((await seenBy(before)).trip_report?.status, 'answered')
  await after_.customer.ok(reportProblem, { params: after_.params, body: body() })
  assert.equal((await reportedBy(after_)).trip_report?.status, 'answered')
  await decide(after_, 'uphold')
  await assertEndedBeforePayout(after_)
})

/** The report of the customer still holds the carrier's share back. */
async function assertEndedBeforePayout(deal: Deal): Promise<void> {
  await settleMoney(app)
  assert.equal((await seenBy(deal)).payment.charged_cents, tripFee)
  assert.equal((await deal.carrier.ok(readCarrierJob, { params: deal.params })).paid_out, false)
}

test('decision 66: the carrier answers "not collected" once, and reads no other report', async () => {
  const deal = await hourOldDeal()
  const { customer, carrier, params } = deal
  await customer.ok(reportProblem, { params, body: { problem_id: newId(), kind: 'damaged', text: 'secret' } })
  assert.equal((await carrier.ok(readCarrierJob, { params })).not_collected, null)
  const problem_id = newId()
  await customer.ok(reportProblem, { params, body: { problem_id, kind: 'not_collected', text: 'secret' } })
  const seen = await carrier.ok(readCarrierJob, { params })
  assert.deepEqual([seen.not_collected?.problem_id, seen.not_collected?.answer], [problem_id, null])
  assert.ok(!JSON.stringify(seen).includes('secret'))
  const answer = { params, body: { problem_id, text: 'I am at the door.' } }
  for (let times = 0; times < 2; times++)
    assert.equal((await carrier.ok(answerNotCollected, answer)).not_collected?.answer, 'I am at the door.')
  const other = { params, body: { problem_id, text: 'Something else.' } }
  assert.equal((await carrier.refused(answerNotCollected, other)).body.error, 'wrong_state')
})

test('a repeated report and answer change nothing; those of others are not found', async () => {
  const [deal, foreign] = [await hourOldDeal(), await hourOldDeal()]
  const body = absentReport()
  await Promise.all([reportedBy(deal, body), reportedBy(deal, body), reportedBy(deal, body)])
  const { rowCount } = await pool.query('select from trip_report where job_id = $1', [deal.job_id])
  assert.equal(rowCount, 1)
  const taken = await foreign.carrier.refused(reportTrip, { params: foreign.params, body })
  assert.equal(taken.body.error, 'wrong_state')
  const answer = { params: foreign.params, body: { report_id: body.report_id, agrees: true } }
  assert.equal((await foreign.customer.refused(answerTripReport, answer)).status, 404)
})
