import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { maxProposals } from '#contract/app/time.ts'
import { agreeToWindow } from '#contract/app/windows.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { endTripReports } from '../../server/jobs/doubts/end-trip-reports.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { passHours, reportedBy, tripFees } from '../support/wasted-trips.ts'
import { agreedWindow, proposedBy, timeSeenBy, wished } from '../support/window-deals.ts'
import { inDays } from '../support/window-times.ts'

/* A time is agreed after something went wrong: the carrier is late, or has reported the trip (decisions 66 and 69). */
const market = await openMarket(tripFees)
after(() => market[Symbol.asyncDispose]())
const { app } = market

const endTerms = () => endTripReports({ kysely: app.db.kysely }, new AbortController().signal)
const reportOf = async ({ customer, params }: Deal) => {
  const { status, trip_report } = await customer.ok(readMyJob, { params })
  return [status, trip_report?.status]
}

/** Accepted an hour ago, so a wasted trip has a fee. */
async function hourOldDeal(): Promise<Deal> {
  const deal = await acceptedDeal(market)
  await passHours(app, deal, 1)
  return deal
}

test('decision 69: agreeing on another time withdraws the report of the carrier, so silence costs nothing', async () => {
  const deal = await hourOldDeal()
  await reportedBy(deal)
  await agreedWindow(deal)
  assert.deepEqual(await reportOf(deal), ['accepted', 'withdrawn'])
  await passHours(app, deal, 25)
  await endTerms()
  assert.deepEqual(await reportOf(deal), ['accepted', 'withdrawn'])
})

test('decision 69: a report ends the open proposal, which would withdraw it without a word of the carrier', async () => {
  const deal = await hourOldDeal()
  const { window_id } = await proposedBy('carrier', deal)
  await reportedBy(deal)
  assert.equal((await timeSeenBy('customer', deal)).proposed, null)
  const late = await deal.customer.call(agreeToWindow, { params: { ...deal.params, window_id } })
  assert.equal(late.status, 409)
  assert.deepEqual(await reportOf(deal), ['accepted', 'open'])
})

test('decision 69: a carrier to whom staff move the job back has all proposals again', async () => {
  const deal = await acceptedDeal(market)
  for (let round = 0; round < 2; round++) await proposedBy('carrier', deal)
  const between = await market.carrier()
  for (const { accountId } of [between, deal.carrier])
    await reassignJob(
      { kysely: app.db.kysely, maxOpenJobs: 5 },
      { jobId: deal.job_id, carrierId: accountId, by: byOperator() },
    )
  assert.equal((await timeSeenBy('carrier', deal)).proposals_left, maxProposals)
})

test('race: agreeing on a time when the term of a report ends: the job goes on, or the report counts', async () => {
  for (let round = 0; round < 4; round++) {
    const deal = await hourOldDeal()
    await reportedBy(deal)
    const { window_id } = await proposedBy('carrier', deal)
    await passHours(app, deal, 25)
    const params = { ...deal.params, window_id }
    const [agreed] = await Promise.all([deal.customer.call(agreeToWindow, { params }), endTerms()])
    const goesOn = agreed.status === 200
    assert.deepEqual(await reportOf(deal), goesOn ? ['accepted', 'withdrawn'] : ['cancelled', 'upheld'])
  }
})

test('decision 69: after the deadline a time within a wish is asked, and cancelling stays free', async () => {
  const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
  const { job_id } = await market.posted(customer)
  const params = { job_id }
  await wished({ customer, params }, [{ day: inDays(3), part: 'morning' }])
  await carrier.ok(acceptJob, { params })
  const deal = { customer, carrier, job_id, params, total: 0 }
  await passHours(app, deal, 25)
  const { window_id } = await proposedBy('carrier', deal, { day: inDays(3) })
  const { time, cancellation } = await customer.ok(readMyJob, { params })
  assert.deepEqual([time.agreed, time.proposed?.window_id], [null, window_id])
  assert.equal(cancellation.free_because, 'overdue')
})
