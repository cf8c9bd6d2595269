import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, deliverJob, readCarrier } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { reportTrip } from '#contract/app/trip-reports.ts'
import { decideTripReport } from '../../server/jobs/doubts/decide-trip-report.ts'
import type { Outcome } from '../../server/jobs/doubts/resolve-problem.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { eventsOf, noticesTo, paymentsOf } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { reportedBy, tripFees } from '../support/wasted-trips.ts'

/* A carrier whose vehicle breaks down reports it, and the next carrier does the job (decisions 65 and 66). */
const market = await openMarket(tripFees)
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const at = (job_id: string) => ({ params: { job_id } })

const brokenDown = (deal: Deal) => reportedBy(deal, { report_id: newId(), kind: 'breakdown' })
const strikesOf = async ({ carrier }: Deal) => (await carrier.ok(readCarrier, {})).strikes
const seenBy = ({ customer, params }: Deal) => customer.ok(readMyJob, { params })
const decide = ({ job_id }: Deal, outcome: Outcome) =>
  decideTripReport({ kysely }, { jobId: job_id, outcome, by: byOperator() })

async function successorOf(deal: Deal) {
  const { successor_id } = await seenBy(deal)
  return deal.customer.ok(readMyJob, at(successor_id ?? assert.fail('no successor')))
}

test('decision 66: after a breakdown the job goes on with its hold, without a strike, and the customer is told once', async () => {
  const deal = await acceptedDeal(market)
  const body = { report_id: newId(), kind: 'breakdown' as const }
  await Promise.all([reportedBy(deal, body), reportedBy(deal, body)])
  const [ended, next] = [await seenBy(deal), await successorOf(deal)]
  assert.deepEqual([ended.status, ended.cancelled_by, ended.payment.state], ['cancelled', 'carrier', 'none'])
  assert.deepEqual([ended.trip_report?.kind, ended.trip_report?.status], ['breakdown', 'upheld'])
  assert.deepEqual([next.status, next.payment.state, next.cancellation.fee_cents], ['posted', 'held', 0])
  assert.equal(next.trip_report, null)
  const told = await noticesTo(app, deal.customer.accountId)
  assert.ok(told.includes('job_offered_again') && !told.includes('job_cancelled_by_carrier'))
  assert.deepEqual((await eventsOf(app, deal.job_id)).slice(-2), [
    'carrier: trip reported: breakdown',
    'carrier: breakdown',
  ])
  assert.equal(await strikesOf(deal), 0)
  assert.equal((await deal.carrier.refused(acceptJob, at(next.job_id))).status, 404)
  const other = await market.carrier()
  await other.ok(acceptJob, at(next.job_id))
  await other.ok(deliverJob, { ...at(next.job_id), body: {} })
  await settleMoney(app)
  const done = await deal.customer.ok(readMyJob, at(next.job_id))
  assert.deepEqual([done.status, done.payment.charged_cents], ['completed', deal.total])
  assert.deepEqual(await paymentsOf(app, deal.job_id), [])
  await assertBooks(app.db)
})

test('decision 66: after a breakdown a hold that cannot move is released, and the customer pays nothing', async () => {
  const deal = await acceptedDeal(market)
  await pool.query('update payment set hold_expires_at = now() where job_id = $1', [deal.job_id])
  await brokenDown(deal)
  await settleMoney(app)
  const { status, successor_id, payment } = await seenBy(deal)
  assert.deepEqual([status, successor_id, payment.charged_cents], ['cancelled', null, null])
  assert.ok((await noticesTo(app, deal.customer.accountId)).includes('job_cancelled_by_carrier'))
  await assertBooks(app.db)
})

test('decision 66: the second breakdown in 30 days is a strike, and the next carrier does that job too', async () => {
  const first = await acceptedDeal(market)
  await brokenDown(first)
  const customer = await market.person()
  const { job_id } = await market.accepted(customer, first.carrier)
  const second: Deal = { ...first, customer, job_id, params: { job_id } }
  await brokenDown(second)
  assert.equal(await strikesOf(second), 1)
  assert.equal((await successorOf(second)).payment.state, 'held')
})

test('decision 66: a breakdown is the word of the carrier: the customer is not asked, and it is over after the collection', async () => {
  const deal = await acceptedDeal(market)
  await pool.query('update job set collected_at = now() where id = $1', [deal.job_id])
  const body = { report_id: newId(), kind: 'breakdown' as const }
  const { body: refused } = await deal.carrier.refused(reportTrip, { params: deal.params, body })
  assert.equal(refused.error, 'wrong_state')
  assert.equal((await seenBy(deal)).status, 'accepted')
})

test('decision 66: a false breakdown is a strike, by the operator, once, and takes nothing from the successor', async () => {
  const deal = await acceptedDeal(market)
  await brokenDown(deal)
  const next = await successorOf(deal)
  await decide(deal, 'dismiss')
  assert.equal(await strikesOf(deal), 1)
  await assert.rejects(decide(deal, 'dismiss'))
  await assert.rejects(decide(deal, 'uphold'))
  assert.equal(await strikesOf(deal), 1)
  const { status, payment } = await deal.customer.ok(readMyJob, at(next.job_id))
  assert.deepEqual([status, payment.state], ['posted', 'held'])
  await passTime(app.db, '1 day')
  await assertBooks(app.db)
})
