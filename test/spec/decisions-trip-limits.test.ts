import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { collectJob, giveBackJob, readCarrier, readCarrierJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob } from '#contract/app/customer.ts'
import { answerTripReport, reportTrip } from '#contract/app/trip-reports.ts'
import { proposeCarriersWindow } from '#contract/app/windows.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { endTripReports } from '../../server/jobs/doubts/end-trip-reports.ts'
import { tellOfDeadline } from '../../server/jobs/notices/deadline.ts'
import { remindOfWindows } from '../../server/jobs/windows/reminders.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal, photoOf } from '../support/deals.ts'
import { noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { usualProof } from '../support/proofs.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { absentReport, answeredBy, passHours, reportedBy, tripFees } from '../support/wasted-trips.ts'
import { agreedWindow, letEndIn, proposedBy } from '../support/window-deals.ts'

/* When and where a wasted trip can be reported, what it leaves as it was, and what people read of it (decision 66). */
const market = await openMarket(tripFees)
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const { signal } = new AbortController()

async function hourOldDeal(): Promise<Deal> {
  const deal = await acceptedDeal(market)
  await passHours(app, deal, 1)
  return deal
}

const seenBy = ({ customer, params }: Deal) => customer.ok(readMyJob, { params })
const refusedReport = async ({ carrier, params }: Deal, body: ReturnType<typeof absentReport>) =>
  (await carrier.refused(reportTrip, { params, body })).body
const refusedCancel = async ({ customer, params }: Deal) =>
  (await customer.refused(cancelMyJob, { params, body: { fee_cents: 0 } })).body

/** Sets how exactly the pickup of a job is known. @returns where it is. */
async function placed({ job_id }: Deal, uncertaintyKm: number): Promise<{ lat: number; lon: number }> {
  const { rows } = await pool.query<{ lat: number; lon: number }>(
    `update job set pickup = pickup - 'located' || jsonb_build_object('uncertaintyKm', $2::float8) where id = $1
     returning (pickup->>'lat')::float8 as lat, (pickup->>'lon')::float8 as lon`,
    [job_id, uncertaintyKm],
  )
  return rows[0] ?? assert.fail('no job')
}

const wasted = ['customer_absent', 'not_as_described', 'wrong_address'] as const

test('decision 66: no wasted trip is reported before the agreed window begins; a breakdown is', async () => {
  const deal = await hourOldDeal()
  await agreedWindow(deal)
  const startsAt = Date.parse((await seenBy(deal)).time.agreed?.starts_at ?? '')
  for (const kind of wasted) {
    const { error, message, earliest_at } = await refusedReport(deal, absentReport({ kind }))
    assert.equal(error, 'too_early')
    assert.match(message, /has not begun yet/)
    assert.equal(
      Date.parse(earliest_at ?? '') - startsAt,
      kind === 'customer_absent' ? 900_000 : 0,
      `${kind}: when it can be sent again`,
    )
  }
  assert.equal((await seenBy(deal)).trip_report, null)
  await reportedBy(deal, { report_id: newId(), kind: 'breakdown' })
  assert.equal((await seenBy(deal)).status, 'cancelled')
})

test('decision 66: a wasted trip is not reported from far away, with a photo either', async () => {
  const deal = await hourOldDeal()
  await placed(deal, 1)
  const moscow = { lat: 55.75, lon: 37.62 }
  const photo_id = await photoOf(deal.carrier)
  for (const kind of wasted)
    for (const more of [{}, { photo_id }]) {
      const refused = await refusedReport(deal, absentReport({ kind, position: moscow, ...more }))
      assert.deepEqual(refused.details, { position: 'must be within 10 km of the pickup' })
      assert.match(refused.message, /too far from the pickup/)
    }
  const { position: _, ...unplaced } = absentReport({ kind: 'wrong_address' })
  assert.equal((await reportedBy(deal, { ...unplaced, photo_id })).trip_report?.status, 'open')
})

test('decision 66: the distance is 10 km, or twice the uncertainty of the pickup', async () => {
  for (const [uncertaintyKm, farthestKm] of [
    [1, 10],
    [8, 16],
  ] as const) {
    const deal = await hourOldDeal()
    const { lat, lon } = await placed(deal, uncertaintyKm)
    const report = (km: number) =>
      absentReport({ kind: 'wrong_address', position: { lat: lat + km / 111.195, lon } })
    assert.equal((await refusedReport(deal, report(farthestKm + 0.1))).error, 'validation_error')
    assert.equal((await reportedBy(deal, report(farthestKm - 0.1))).trip_report?.status, 'open')
  }
})

test('decision 66: a late carrier takes the free cancellation away by no report, answered or not', async () => {
  for (const answers of [false, true]) {
    const deal = await hourOldDeal()
    await passHours(app, deal, 24)
    await tellOfDeadline({ kysely }, signal)
    assert.ok((await noticesTo(app, deal.customer.accountId, deal.job_id)).includes('collection_overdue'))
    await reportedBy(deal)
    if (answers) await answeredBy(deal, false)
    const { cancellation } = await seenBy(deal)
    assert.deepEqual([cancellation.allowed, cancellation.free_because], [true, 'overdue'])
    await deal.customer.ok(cancelMyJob, { params: deal.params, body: { fee_cents: 0 } })
    await settleMoney(app)
    const { status, payment, trip_report } = await seenBy(deal)
    assert.deepEqual([status, payment.charged_cents, trip_report?.status], ['cancelled', null, 'withdrawn'])
    assert.equal((await deal.carrier.ok(readCarrier)).strikes, 1)
  }
})

test('decision 66: a report of before the deadline is answered first, and then waits for staff', async () => {
  const deal = await hourOldDeal()
  await reportedBy(deal)
  assert.match((await refusedCancel(deal)).message, /Please answer that first/)
  await answeredBy(deal, false)
  await passHours(app, deal, 24)
  const { message } = await refusedCancel(deal)
  assert.match(message, /Our team decides by \w{3},? \d+ \w+,? \d\d:\d\d\./)
  assert.doesNotMatch(message, /answer that first/)
})

test('decision 69: no reminder of a time is sent while a report is open', async () => {
  const [asked, quiet] = [await hourOldDeal(), await hourOldDeal()]
  for (const deal of [asked, quiet]) {
    await agreedWindow(deal)
    await letEndIn(app, deal, 2.9 * 3_600)
  }
  // Of an older version, which took reports before the window.
  await pool.query(
    `insert into trip_report (id, job_id, carrier_id, kind, status, fee_cents, due_at)
     values ($1, $2, $3, 'wrong_address', 'open', 0, now() + interval '1 day')`,
    [newId(), quiet.job_id, quiet.carrier.accountId],
  )
  await remindOfWindows({ kysely }, signal)
  const told = async ({ job_id, customer, carrier }: Deal) =>
    [
      ...(await noticesTo(app, customer.accountId, job_id)),
      ...(await noticesTo(app, carrier.accountId, job_id)),
    ].filter((kind) => kind === 'time_in_an_hour').length
  assert.deepEqual([await told(asked), await told(quiet)], [2, 0])
})

test('decision 66: after a report has ended the job, both sides read so, and giving back is refused', async () => {
  const [agreed, silent] = [await hourOldDeal(), await hourOldDeal()]
  for (const deal of [agreed, silent]) await reportedBy(deal)
  await answeredBy(agreed, true)
  await passHours(app, silent, 24)
  await endTripReports({ kysely }, signal)
  for (const deal of [agreed, silent]) {
    const { carrier, params } = deal
    const collected = (await carrier.refused(collectJob, { params })).body
    const given = (await carrier.refused(giveBackJob, { params, body: {} })).body
    for (const { error, message } of [collected, given, await refusedCancel(deal)]) {
      assert.equal(error, 'wrong_state')
      assert.match(message, /reported that it could not be collected, and the job has ended/)
    }
    assert.equal((await carrier.ok(readCarrier)).strikes, 0)
  }
  const dropped = await hourOldDeal()
  for (let times = 0; times < 2; times++)
    await dropped.carrier.ok(giveBackJob, { params: dropped.params, body: {} })
  assert.match((await refusedCancel(dropped)).message, /The carrier dropped this job/)
})

test('decision 66: an answer to a withdrawn report is told that it no longer counts', async () => {
  const [met, moved] = [await hourOldDeal(), await hourOldDeal()]
  for (const deal of [met, moved]) await reportedBy(deal)
  await agreedWindow(met)
  const reportId = async ({ job_id }: Deal) => {
    const { rows } = await pool.query<{ id: string }>('select id from trip_report where job_id = $1', [
      job_id,
    ])
    return rows[0]?.id ?? ''
  }
  const other = await market.carrier()
  await reassignJob(
    { kysely, maxOpenJobs: 10, proof: usualProof },
    { jobId: moved.job_id, carrierId: other.accountId, by: byOperator() },
  )
  for (const deal of [met, moved])
    for (const agrees of [true, false]) {
      const body = { report_id: await reportId(deal), agrees }
      const refused = await deal.customer.refused(answerTripReport, { params: deal.params, body })
      assert.deepEqual([refused.status, refused.body.error], [409, 'wrong_state'])
      assert.match(refused.body.message, /no longer counts/)
    }
  const body = { report_id: await reportId(met), agrees: true }
  assert.equal((await moved.customer.refused(answerTripReport, { params: moved.params, body })).status, 404)
})

test('decision 69: the id of another proposal is refused as one of a proposal', async () => {
  const [deal, foreign] = [await hourOldDeal(), await hourOldDeal()]
  const { seen_id: _, ...body } = await proposedBy('carrier', deal)
  const { params, carrier } = foreign
  const refused = (await carrier.refused(proposeCarriersWindow, { params, body })).body
  assert.equal(refused.error, 'wrong_state')
  assert.match(refused.message, /This proposal was already used/)
  assert.equal((await carrier.ok(readCarrierJob, { params })).time.proposed, null)
})
