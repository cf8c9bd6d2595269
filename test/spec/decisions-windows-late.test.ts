import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob } from '#contract/app/carrier.ts'
import { readMyJob, reportProblem } from '#contract/app/customer.ts'
import { maxProposals } from '#contract/app/time.ts'
import { agreeToCustomersWindow, agreeToWindow } from '#contract/app/windows.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { endTripReports } from '../../server/jobs/doubts/end-trip-reports.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { usualProof } from '../support/proofs.ts'
import { passHours, reportedBy, tripFees } from '../support/wasted-trips.ts'
import { agreedWindow, letEndIn, proposedBy, timeSeenBy, wished } from '../support/window-deals.ts'
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
      { kysely: app.db.kysely, maxOpenJobs: 5, proof: usualProof },
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

/** The customer reports that nothing was collected. */
const reportedUncollected = ({ customer, params }: Deal) =>
  customer.ok(reportProblem, { params, body: { problem_id: newId(), kind: 'not_collected' } })

const freeBecause = async ({ customer, params }: Deal) =>
  (await customer.ok(readMyJob, { params })).cancellation.free_because

const problemsOf = async ({ customer, params }: Deal) =>
  (await customer.ok(readMyJob, { params })).problems.map(({ status }) => status)

const blocksOf = async ({ job_id }: Deal) =>
  (await app.db.pool.query('select from money_block where job_id = $1 and lifted_at is null', [job_id]))
    .rowCount

test('decision 77: agreeing on another time answers "not collected": it no longer cancels for free or blocks the money', async () => {
  const deal = await hourOldDeal()
  await reportedUncollected(deal)
  assert.deepEqual([await freeBecause(deal), await blocksOf(deal)], ['reported', 1])
  await agreedWindow(deal)
  assert.deepEqual(
    [await problemsOf(deal), await freeBecause(deal), await blocksOf(deal)],
    [['agreed'], null, 0],
  )
  await letEndIn(app, deal, -3_600)
  assert.equal(await freeBecause(deal), 'overdue')
  await reportedUncollected(deal)
  assert.deepEqual([await problemsOf(deal), await freeBecause(deal)], [['agreed', 'open'], 'overdue'])
})

test('decision 77: a time that was proposed before the report does not answer it', async () => {
  const deal = await hourOldDeal()
  const { window_id } = await proposedBy('customer', deal)
  await reportedUncollected(deal)
  const params = { ...deal.params, window_id }
  assert.equal((await deal.carrier.call(agreeToCustomersWindow, { params })).status, 409)
  assert.deepEqual([await problemsOf(deal), await freeBecause(deal)], [['open'], 'reported'])
})

test('decision 77: a carrier whom the customer has reported takes no wish without asking', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.posted(customer)
  const deal = { customer, carrier, job_id, params: { job_id }, total: 0 }
  await wished(deal, [{ day: inDays(2), part: 'morning' }])
  await carrier.ok(acceptJob, { params: deal.params })
  await reportedUncollected(deal)
  await proposedBy('carrier', deal, { day: inDays(2), from: '10:00', to: '12:00' })
  assert.equal((await timeSeenBy('customer', deal)).agreed, null)
  assert.deepEqual(await problemsOf(deal), ['open'])
})

test('decision 77: an agreement and a report at once are one story', async () => {
  for (let round = 0; round < 4; round++) {
    const deal = await hourOldDeal()
    const { window_id } = await proposedBy('carrier', deal)
    const agreeing = deal.customer.call(agreeToWindow, { params: { ...deal.params, window_id } })
    const [agreed] = await Promise.all([
      agreeing,
      deal.customer.call(reportProblem, {
        params: deal.params,
        body: { problem_id: newId(), kind: 'not_collected' },
      }),
    ])
    const [status = 'none'] = await problemsOf(deal)
    if (agreed.status === 200) assert.equal(status, 'none', 'the window has not begun')
    else assert.equal(status, 'open')
  }
})

test('decision 77: a version without windows that moves a job leaves no window of the former carrier', async () => {
  const deal = await acceptedDeal(market)
  await agreedWindow(deal, { day: inDays(3) })
  const next = await market.carrier()
  const { rows } = await app.db.pool.query(
    'update job set carrier_id = $2 where id = $1 returning window_starts_at, window_ends_at',
    [deal.job_id, next.accountId],
  )
  assert.deepEqual(rows, [{ window_starts_at: null, window_ends_at: null }])
  const left = await app.db.pool.query(
    `select from job_window where job_id = $1 and status in ('proposed', 'agreed')
     union all select from window_reminder where job_id = $1`,
    [deal.job_id],
  )
  assert.equal(left.rowCount, 0)
})
