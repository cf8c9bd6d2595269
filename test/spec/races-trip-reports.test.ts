import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { collectJob, giveBackJob, readCarrier } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob } from '#contract/app/customer.ts'
import { answerTripReport, reportTrip } from '#contract/app/trip-reports.ts'
import { decideTripReport } from '../../server/jobs/doubts/decide-trip-report.ts'
import { endTripReports } from '../../server/jobs/doubts/end-trip-reports.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { absentReport, answeredBy, passHours, reportedBy, tripFees } from '../support/wasted-trips.ts'

/* Acts of both sides, staff and the background at the same instant (decision 66). */
const market = await openMarket(tripFees)
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const rounds = 4

async function hourOldDeal(): Promise<Deal> {
  const deal = await acceptedDeal(market)
  await passHours(app, deal, 1)
  return deal
}

/** The state of a job and its report, and what was charged. */
async function endOf(deal: Deal): Promise<{ state: string; charged: number; strikes: number }> {
  await settleMoney(app)
  const { status, collected_at, trip_report, payment } = await deal.customer.ok(readMyJob, {
    params: deal.params,
  })
  const { strikes } = await deal.carrier.ok(readCarrier, {})
  await assertBooks(app.db)
  const state = `${collected_at ? 'collected' : status} ${trip_report?.status ?? 'none'}`
  return { state, charged: payment.charged_cents ?? 0, strikes }
}

test('race: a report against a collection: the goods are collected, and no report is left open', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await hourOldDeal()
    await Promise.all([
      deal.carrier.call(reportTrip, { params: deal.params, body: absentReport() }),
      deal.carrier.call(collectJob, { params: deal.params }),
    ])
    const { state, charged } = await endOf(deal)
    assert.ok(state === 'collected withdrawn' || state === 'collected none', state)
    assert.equal(charged, 0)
  }
})

test('race: a report against the cancellation of the customer: one of both, with its own fee', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await hourOldDeal()
    const [reported, cancelled] = await Promise.all([
      deal.carrier.call(reportTrip, { params: deal.params, body: absentReport() }),
      deal.customer.call(cancelMyJob, { params: deal.params, body: { fee_cents: 2_500 } }),
    ])
    assert.deepEqual(new Set([reported.status, cancelled.status]), new Set([200, 409]))
    const { state, charged } = await endOf(deal)
    assert.deepEqual(
      [state, charged],
      reported.status === 200 ? ['accepted open', 0] : ['cancelled none', 2_500],
    )
  }
})

test('race: a late report against the free cancellation: it is free, with the strike of the delay', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await hourOldDeal()
    await passHours(app, deal, 24)
    const [, cancelled] = await Promise.all([
      deal.carrier.call(reportTrip, { params: deal.params, body: absentReport() }),
      deal.customer.call(cancelMyJob, { params: deal.params, body: { fee_cents: 0 } }),
    ])
    assert.equal(cancelled.status, 200)
    const { state, charged, strikes } = await endOf(deal)
    assert.match(state, /^cancelled (withdrawn|none)$/)
    assert.deepEqual([charged, strikes], [0, 1])
  }
})

test('race: a report at the deadline against cancelling: refused only with a report of before it', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await hourOldDeal()
    // The deadline is over while both wait for the job.
    await passHours(app, deal, 23 - 0.3 / 3_600)
    const held = await pool.connect()
    await held.query('begin')
    await held.query('select from job where id = $1 for update', [deal.job_id])
    const acts = Promise.all([
      deal.carrier.call(reportTrip, { params: deal.params, body: absentReport() }),
      deal.customer.call(cancelMyJob, { params: deal.params, body: { fee_cents: 0 } }),
    ])
    await held.query('select pg_sleep(0.4)')
    await held.query('commit')
    held.release()
    const [, cancelled] = await acts
    assert.equal(cancelled.status, 200)
    assert.equal((await endOf(deal)).charged, 0)
  }
})

test('race: a report against giving back: the job ends for nothing, with the strike of giving back', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await hourOldDeal()
    await Promise.all([
      deal.carrier.call(reportTrip, { params: deal.params, body: absentReport() }),
      deal.carrier.call(giveBackJob, { params: deal.params, body: {} }),
    ])
    const { state, charged, strikes } = await endOf(deal)
    assert.match(state, /^cancelled (withdrawn|none)$/)
    assert.deepEqual([charged, strikes], [0, 1])
  }
})

test('race: agreeing, disagreeing and the end of the term: one of them counts, and it is charged once', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await hourOldDeal()
    const { trip_report } = await reportedBy(deal)
    await passHours(app, deal, 24)
    const answer = (agrees: boolean) => {
      const body = { report_id: trip_report?.report_id ?? '', agrees }
      return deal.customer.call(answerTripReport, { params: deal.params, body })
    }
    await Promise.all([
      answer(true),
      answer(false),
      endTripReports({ kysely }, new AbortController().signal),
      endTripReports({ kysely }, new AbortController().signal),
    ])
    const { state, charged, strikes } = await endOf(deal)
    assert.ok(
      state === 'cancelled upheld' ? charged === 1_900 : state === 'accepted answered' && charged === 0,
      state,
    )
    assert.equal(strikes, 0)
  }
})

test('race: a decision of staff against a collection: a fee only if nothing was collected', async () => {
  for (let round = 0; round < rounds; round++) {
    const deal = await hourOldDeal()
    await reportedBy(deal)
    await answeredBy(deal, false)
    await Promise.allSettled([
      decideTripReport({ kysely }, { jobId: deal.job_id, outcome: 'uphold', by: byOperator() }),
      deal.carrier.call(collectJob, { params: deal.params }),
    ])
    const { state, charged } = await endOf(deal)
    assert.ok(state === 'cancelled upheld' ? charged === 1_900 : state === 'collected withdrawn', state)
  }
})

test('race: two breakdowns of one carrier at the same instant: the second is a strike', async () => {
  const first = await hourOldDeal()
  const customer = await market.person()
  const { job_id } = await market.accepted(customer, first.carrier)
  const report = (params: { job_id: string }) =>
    first.carrier.ok(reportTrip, { params, body: { report_id: newId(), kind: 'breakdown' } })
  await Promise.all([report(first.params), report({ job_id })])
  assert.equal((await first.carrier.ok(readCarrier, {})).strikes, 1)
})

test('promise 4: a crash between the end of the trip and the capture loses nothing and charges once', async () => {
  const deal = await hourOldDeal()
  await reportedBy(deal)
  await answeredBy(deal, true)
  const { rows } = await pool.query(
    `select e.kind, e.amount_cents from payment_effect e join payment p on p.id = e.payment_id
     where p.job_id = $1 and e.kind = 'capture'`,
    [deal.job_id],
  )
  assert.deepEqual(rows, [{ kind: 'capture', amount_cents: 1_900 }])
  // A worker that took the call and died leaves its lease; the next one sends it again.
  await pool.query(
    `update payment_effect e set due_at = now() - interval '1 second', attempts = 1 from payment p
     where p.id = e.payment_id and p.job_id = $1 and e.kind = 'capture' and e.status <> 'done'`,
    [deal.job_id],
  )
  await Promise.all([settleMoney(app), settleMoney(app)])
  assert.deepEqual(await endOf(deal), { state: 'cancelled upheld', charged: 1_900, strikes: 0 })
})
