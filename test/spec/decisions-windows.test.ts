import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import { acceptJob, collectJob, giveBackJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob, reportProblem } from '#contract/app/customer.ts'
import { maxProposals } from '#contract/app/time.ts'
import { reportTrip } from '#contract/app/trip-reports.ts'
import {
  agreeToCustomersWindow,
  agreeToWindow,
  proposeCarriersWindow,
  proposeWindow,
} from '#contract/app/windows.ts'
import { reassignJob } from '../../server/jobs/actions/reassign.ts'
import { tellOfDeadline } from '../../server/jobs/notices/deadline.ts'
import { remindOfWindows } from '../../server/jobs/windows/reminders.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal } from '../support/deals.ts'
import { eventsOf, noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import { usualProof } from '../support/proofs.ts'
import { absentReport, minutesAgo } from '../support/wasted-trips.ts'
import {
  agreedBy,
  agreedWindow,
  letEndIn,
  proposedBy,
  remindersOf,
  timeSeenBy,
  wished,
} from '../support/window-deals.ts'
import { inDays, windowBody } from '../support/window-times.ts'

/* Customer and carrier agree on a time for the collection (decision 69). */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const signal = () => new AbortController().signal

test('decision 69: the carrier proposes, the customer proposes another, the carrier agrees; both see the same', async () => {
  const deal = await acceptedDeal(market)
  await proposedBy('carrier', deal)
  assert.ok((await noticesTo(app, deal.customer.accountId, deal.job_id)).includes('time_proposed'))
  const other = await proposedBy('customer', deal, { day: inDays(3), from: '16:00', to: '18:30' })
  await agreedBy('carrier', deal, other.window_id)
  const [customers, carriers] = [await timeSeenBy('customer', deal), await timeSeenBy('carrier', deal)]
  assert.deepEqual(customers, carriers)
  const { agreed, proposed, time_zone, proposals_left } = customers
  assert.deepEqual([agreed?.window_id, agreed?.by, proposed], [other.window_id, 'customer', null])
  assert.deepEqual([time_zone, proposals_left], ['Europe/Madrid', maxProposals])
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: time_zone, timeStyle: 'short' })
  assert.equal(clock.format(new Date(agreed?.starts_at ?? 0)), '16:00')
  assert.ok((await noticesTo(app, deal.customer.accountId, deal.job_id)).includes('time_agreed'))
  const events = (await eventsOf(app, deal.job_id)).join()
  assert.match(events, /proposes a time/)
  assert.match(events, /agrees on a time/)
})

test('decision 69: the partner sees no change of its job', async () => {
  const deal = await acceptedDeal(market)
  const changed = async () =>
    (await pool.query('select updated_at from job where id = $1', [deal.job_id])).rows[0]?.updated_at
  const before = await changed()
  await agreedWindow(deal)
  assert.deepEqual(await changed(), before)
})

test('decision 69: no side agrees to its own proposal, nor to a replaced one', async () => {
  const deal = await acceptedDeal(market)
  const first = await proposedBy('carrier', deal)
  const own = { ...deal.params, window_id: first.window_id }
  assert.equal((await deal.carrier.call(agreeToCustomersWindow, { params: own })).status, 404)
  await proposedBy('carrier', deal, { day: inDays(4) })
  assert.equal((await deal.customer.call(agreeToWindow, { params: own })).status, 409)
  assert.equal((await timeSeenBy('customer', deal)).agreed, null)
})

test('decision 69: a proposal that was made without seeing the last one is refused', async () => {
  const deal = await acceptedDeal(market)
  await proposedBy('customer', deal)
  const late = await deal.carrier.call(proposeCarriersWindow, { params: deal.params, body: windowBody() })
  assert.equal(late.status, 409)
  assert.equal((await timeSeenBy('carrier', deal)).proposed?.by, 'customer')
})

test('decision 69: each side proposes three times, and again three times after an agreement', async () => {
  const deal = await acceptedDeal(market)
  for (let left = maxProposals; left > 0; left--) {
    assert.equal((await timeSeenBy('carrier', deal)).proposals_left, left)
    await proposedBy('carrier', deal)
  }
  const { proposed, may_propose } = await timeSeenBy('carrier', deal)
  assert.equal(may_propose, false)
  const seen_id = proposed?.window_id ?? ''
  const fourth = await deal.carrier.call(proposeCarriersWindow, {
    params: deal.params,
    body: windowBody({ seen_id }),
  })
  assert.equal(fourth.status, 409)
  await agreedBy('customer', deal, seen_id)
  assert.equal((await timeSeenBy('carrier', deal)).proposals_left, maxProposals)
})

test('decision 69: a lost answer: a repeated proposal and a repeated agreement change nothing', async () => {
  const deal = await acceptedDeal(market)
  const body = await proposedBy('carrier', deal)
  await deal.carrier.ok(proposeCarriersWindow, { params: deal.params, body })
  await agreedBy('customer', deal, body.window_id)
  await agreedBy('customer', deal, body.window_id)
  await deal.carrier.ok(proposeCarriersWindow, { params: deal.params, body })
  const moved = await proposedBy('carrier', deal, { day: inDays(5) })
  await agreedBy('customer', deal, moved.window_id)
  await agreedBy('customer', deal, body.window_id)
  assert.equal((await timeSeenBy('customer', deal)).agreed?.window_id, moved.window_id)
  const agreed = (await noticesTo(app, deal.carrier.accountId, deal.job_id)).filter((kind) =>
    kind.startsWith('time'),
  )
  assert.deepEqual(agreed, ['time_agreed', 'time_moved'])
  const stolen = await deal.customer.call(proposeWindow, { params: deal.params, body })
  assert.equal(stolen.status, 409)
})

test('decision 69: moving by agreement: the agreed window counts until the other side agrees', async () => {
  const deal = await acceptedDeal(market)
  const first = await agreedWindow(deal)
  const { window_id } = await proposedBy('customer', deal, { day: inDays(6) })
  const between = await timeSeenBy('carrier', deal)
  assert.deepEqual([between.agreed?.window_id, between.proposed?.window_id], [first, window_id])
  await agreedBy('carrier', deal, window_id)
  const { agreed, proposed } = await timeSeenBy('carrier', deal)
  assert.deepEqual([agreed?.window_id, proposed], [window_id, null])
})

test('decision 69: a time within a wish is agreed at once; a part outside is a proposal', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.posted(customer)
  const params = { job_id }
  await wished({ customer, params }, [{ day: inDays(2), part: 'morning' }])
  await carrier.ok(acceptJob, { params })
  const deal = { customer, carrier, job_id, params, total: 0 }
  await proposedBy('carrier', deal, { from: '12:00', to: '13:15' })
  assert.equal((await timeSeenBy('customer', deal)).agreed, null)
  await proposedBy('carrier', deal, { from: '11:00', to: '13:00' })
  const { agreed, proposed } = await timeSeenBy('customer', deal)
  assert.deepEqual([agreed?.by, proposed], ['carrier', null])
  assert.ok((await noticesTo(app, customer.accountId, job_id)).includes('time_agreed'))
  await proposedBy('carrier', deal, { from: '08:00', to: '10:00' })
  assert.equal((await timeSeenBy('customer', deal)).agreed?.window_id, agreed?.window_id, 'moving needs both')
})

test('decision 69: a wish does not count any more once the customer proposed another time', async () => {
  const customer = await market.person('Ana')
  const carrier = await market.carrier()
  const { job_id } = await market.posted(customer)
  const params = { job_id }
  await wished({ customer, params }, [{ day: inDays(2), part: 'morning' }])
  await carrier.ok(acceptJob, { params })
  const deal = { customer, carrier, job_id, params, total: 0 }
  await proposedBy('customer', deal, { day: inDays(3) })
  for (const from of ['09:00', '09:30'] as const) {
    await proposedBy('carrier', deal, { from, to: '10:30' })
    assert.equal((await timeSeenBy('customer', deal)).agreed, null)
  }
})

test('decision 69: the deadline is half an hour after the window', async () => {
  const deal = await acceptedDeal(market)
  await agreedWindow(deal)
  const { cancellation, time } = await deal.customer.ok(readMyJob, { params: deal.params })
  const { collect_by, rule } = cancellation
  const graceMs = rule.grace_minutes * 60_000
  assert.equal(Date.parse(collect_by ?? ''), Date.parse(time.agreed?.ends_at ?? '') + graceMs)
})

test('decision 69: an agreement after the deadline starts a new one, and its end is told again', async () => {
  const deal = await acceptedDeal(market)
  await pool.query(`update job set accepted_at = now() - interval '30 hours' where id = $1`, [deal.job_id])
  await tellOfDeadline({ kysely }, signal())
  await agreedWindow(deal)
  const { cancellation } = await deal.customer.ok(readMyJob, { params: deal.params })
  assert.equal(cancellation.free_because, null)
  await letEndIn(app, deal, -3_600)
  await tellOfDeadline({ kysely }, signal())
  const told = await noticesTo(app, deal.customer.accountId, deal.job_id)
  assert.equal(told.filter((kind) => kind === 'collection_overdue').length, 2)
})

test('decision 69: before the window begins, the customer is not absent and the carrier not late', async () => {
  const deal = await acceptedDeal(market)
  await agreedWindow(deal)
  await letEndIn(app, deal, 2 * 3_600 + 60)
  await pool.query(`update job set accepted_at = accepted_at - interval '1 day' where id = $1`, [deal.job_id])
  const { params, carrier, customer } = deal
  const absent = await carrier.call(reportTrip, {
    params,
    body: absentReport({ arrived_at: minutesAgo(60) }),
  })
  assert.equal(absent.status, 409)
  const late = { problem_id: newId(), kind: 'not_collected' as const }
  assert.equal((await customer.call(reportProblem, { params, body: late })).status, 409)
  await letEndIn(app, deal, 2 * 3_600 - 16 * 60)
  await customer.ok(reportProblem, { params, body: late })
  await carrier.ok(reportTrip, { params, body: absentReport({ arrived_at: minutesAgo(60) }) })
})

test('decision 69: reminders a day and an hour before, for both, once, and none for the past', async () => {
  const deal = await acceptedDeal(market)
  await agreedWindow(deal, { day: inDays(3) })
  assert.deepEqual(await remindersOf(app, deal), ['day', 'hour'])
  const kinds = async () => {
    await Promise.all([remindOfWindows({ kysely }, signal()), remindOfWindows({ kysely }, signal())])
    const all = await Promise.all(
      [deal.customer, deal.carrier].map(({ accountId }) => noticesTo(app, accountId, deal.job_id)),
    )
    return all.map((of) => of.filter((kind) => kind.startsWith('time_in')).join())
  }
  await letEndIn(app, deal, 26 * 3_600 + 30)
  assert.deepEqual(await kinds(), ['', ''])
  await letEndIn(app, deal, 26 * 3_600 - 30)
  assert.deepEqual(await kinds(), ['time_in_a_day', 'time_in_a_day'])
  await letEndIn(app, deal, 3 * 3_600 - 30)
  const both = 'time_in_a_day,time_in_an_hour'
  assert.deepEqual(await kinds(), [both, both])
  assert.deepEqual(await kinds(), [both, both])
})

test('decision 69: a moved window has new reminders; a job that ended or is collected has none', async () => {
  const deal = await acceptedDeal(market)
  await agreedWindow(deal, { day: inDays(3) })
  await agreedWindow(deal, { day: inDays(5) })
  const { rows } = await pool.query('select count(*)::int as n from window_reminder where job_id = $1', [
    deal.job_id,
  ])
  assert.equal(rows[0]?.n, 2)
  await letEndIn(app, deal, 3 * 3_600 - 30)
  await deal.carrier.ok(collectJob, { params: deal.params })
  await remindOfWindows({ kysely }, signal())
  const told = await noticesTo(app, deal.carrier.accountId, deal.job_id)
  assert.ok(!told.some((kind) => kind.startsWith('time_in')))
})

test('decisions 65 and 69: the next carrier finds the wishes, and no window', async () => {
  const customer = await market.person('Ana')
  const [carrier, next] = [await market.carrier(), await market.carrier()]
  const { job_id } = await market.posted(customer)
  const params = { job_id }
  await wished({ customer, params }, [{ day: inDays(2), part: 'evening' }])
  await carrier.ok(acceptJob, { params })
  await agreedWindow({ customer, carrier, job_id, params, total: 0 })
  await carrier.ok(giveBackJob, { params, body: {} })
  const { successor_id } = await customer.ok(readMyJob, { params })
  const again = { params: { job_id: successor_id ?? '' } }
  const { time, cancellation } = await next.ok(acceptJob, again).then(() => customer.ok(readMyJob, again))
  assert.deepEqual(
    [time.wishes.map(({ part }) => part), time.agreed, time.proposed],
    [['evening'], null, null],
  )
  assert.ok(cancellation.collect_by)
})

test('decision 69: staff move the job: the new carrier has the whole time, and agrees again', async () => {
  const deal = await acceptedDeal(market)
  await agreedWindow(deal)
  const next = await market.carrier()
  await reassignJob(
    { kysely, maxOpenJobs: 5, proof: usualProof },
    { jobId: deal.job_id, carrierId: next.accountId, by: byOperator() },
  )
  const time = await timeSeenBy('customer', deal)
  assert.deepEqual([time.agreed, time.proposed, await remindersOf(app, deal)], [null, null, []])
  const seen = await proposedBy('carrier', { ...deal, carrier: next })
  assert.equal((await timeSeenBy('customer', deal)).proposed?.window_id, seen.window_id)
})

test('decision 69: no time is agreed for a job that ended or is collected', async () => {
  const deal = await acceptedDeal(market)
  const { window_id } = await proposedBy('carrier', deal)
  await deal.customer.ok(cancelMyJob, { params: deal.params, body: { fee_cents: 0 } })
  const params = { ...deal.params, window_id }
  assert.equal((await deal.customer.call(agreeToWindow, { params })).status, 409)
  assert.equal((await timeSeenBy('customer', deal)).proposed, null)
  const other = await acceptedDeal(market)
  await other.carrier.ok(collectJob, { params: other.params })
  const late = await other.carrier.call(proposeCarriersWindow, { params: other.params, body: windowBody() })
  assert.equal(late.status, 409)
})
