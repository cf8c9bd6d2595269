import { after } from 'node:test'
import { acceptJob, readCarrier } from '#contract/app/carrier.ts'
import { readMyJob, reportProblem } from '#contract/app/customer.ts'
import { reportTrip } from '#contract/app/trip-reports.ts'
import { agreeToWindow } from '#contract/app/windows.ts'
import { endTripReports } from '../../server/jobs/doubts/end-trip-reports.ts'
import { tellOfDeadline } from '../../server/jobs/notices/deadline.ts'
import { remindOfWindows } from '../../server/jobs/windows/reminders.ts'
import { newId } from '../../server/lib/ids.ts'
import { type Deadline, day, hour, since, testBothEnds } from '../support/deadline-ends.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { noticesTo } from '../support/job-records.ts'
import { openMarket } from '../support/market.ts'
import {
  absentReport,
  answeredBy,
  minutesAgo,
  passHours,
  reportedBy,
  tripFees,
} from '../support/wasted-trips.ts'
import { agreedWindow, letEndIn, proposedBy, timeSeenBy, wished } from '../support/window-deals.ts'
import { inDays } from '../support/window-times.ts'

/*
 * Every deadline between customer and carrier (decisions 49, 65, 66, 69), a minute before its end and at its end. The
 * instant to the millisecond is tested with the rules (`server/jobs/cancellation.test.ts` and others).
 */
const market = await openMarket(tripFees)
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db
const { signal } = new AbortController()

/** A term in seconds since the end of the window; it is two hours long. */
const sinceWindow =
  (term: number): Deadline['end'] =>
  (deal, seconds) =>
    letEndIn(app, deal, -term - seconds)

const fresh = () => acceptedDeal(market)

async function withWindow(): Promise<Deal> {
  const deal = await fresh()
  await agreedWindow(deal)
  return deal
}

/** Accepted an hour ago, and then reported by the carrier. */
async function reported(): Promise<Deal> {
  const deal = await fresh()
  await passHours(app, deal, 1)
  await reportedBy(deal)
  return deal
}

async function contested(): Promise<Deal> {
  const deal = await reported()
  await answeredBy(deal, false)
  return deal
}

const seen = ({ customer, params }: Deal) => customer.ok(readMyJob, { params })
const freeBecause = async (deal: Deal) => (await seen(deal)).cancellation.free_because
const told = async ({ job_id }: Deal, { accountId }: Deal['customer'], kind: string) =>
  (await noticesTo(app, accountId, job_id)).filter((each) => each === kind).length

const feeOfReport = async (deal: Deal) =>
  (await reportedBy(deal, absentReport({ kind: 'not_as_described' }))).trip_report?.fee_cents

const statusOfAbsence = async ({ carrier, params }: Deal, minutes: number) =>
  (await carrier.call(reportTrip, { params, body: absentReport({ arrived_at: minutesAgo(minutes) }) })).status

async function afterTerms(deal: Deal) {
  await endTripReports({ kysely }, signal)
  const { status, trip_report } = await seen(deal)
  return `${status} ${trip_report?.status}`
}

async function remindedOf(deal: Deal, kind: string) {
  await remindOfWindows({ kysely }, signal)
  return [await told(deal, deal.customer, kind), await told(deal, deal.carrier, kind)]
}

const collecting: Deadline[] = [
  {
    name: 'DESIGN 3, Life: cancelling is free for five minutes after the acceptance',
    deal: fresh,
    end: since(app, 'accepted_at', 300),
    ask: freeBecause,
    ...{ before: 'just_accepted', from: null },
  },
  {
    name: 'decision 49: it is free again 24 hours after the acceptance',
    deal: fresh,
    end: since(app, 'accepted_at', day),
    ask: freeBecause,
    ...{ before: null, from: 'overdue' },
  },
  {
    name: 'decision 69: with a window, it is free again half an hour after the window',
    deal: withWindow,
    end: sinceWindow(hour / 2),
    ask: freeBecause,
    ...{ before: null, from: 'overdue' },
  },
  {
    name: 'decision 49: the carrier is reminded when a quarter of the time is left',
    deal: fresh,
    end: since(app, 'accepted_at', 18 * hour),
    async ask(deal) {
      await tellOfDeadline({ kysely }, signal)
      return told(deal, deal.carrier, 'collection_due')
    },
    ...{ before: 0, from: 1 },
  },
  {
    name: 'decision 49: the customer is told when the deadline is over',
    deal: withWindow,
    end: sinceWindow(hour / 2),
    async ask(deal) {
      await tellOfDeadline({ kysely }, signal)
      return told(deal, deal.customer, 'collection_overdue')
    },
    ...{ before: 0, from: 1 },
  },
]

const meeting: Deadline[] = [
  {
    name: 'decision 69: the carrier takes a wish until the deadline',
    async deal() {
      const [customer, carrier] = [await market.person('Ana'), await market.carrier()]
      const { job_id } = await market.posted(customer)
      await wished({ customer, params: { job_id } }, [{ day: inDays(2), part: 'morning' }])
      await carrier.ok(acceptJob, { params: { job_id } })
      return { customer, carrier, job_id, params: { job_id }, total: 0 }
    },
    end: since(app, 'accepted_at', day),
    async ask(deal) {
      await proposedBy('carrier', deal)
      return (await timeSeenBy('customer', deal)).agreed !== null
    },
    ...{ before: true, from: false },
  },
  {
    name: 'decision 69: a proposal can be agreed until an hour before its end',
    deal: fresh,
    async end(deal, seconds) {
      await proposedBy('carrier', deal)
      await letEndIn(app, deal, hour - seconds)
    },
    async ask(deal) {
      const window_id = (await timeSeenBy('customer', deal)).proposed?.window_id ?? ''
      return (await deal.customer.call(agreeToWindow, { params: { ...deal.params, window_id } })).status
    },
    ...{ before: 200, from: 409 },
  },
  {
    name: 'decision 69: "not collected" can be reported when the window has begun',
    deal: withWindow,
    end: sinceWindow(-2 * hour),
    ask: async ({ customer, params }) =>
      (await customer.call(reportProblem, { params, body: { problem_id: newId(), kind: 'not_collected' } }))
        .status,
    ...{ before: 409, from: 200 },
  },
  ...(['day', 'hour'] as const).map(
    (lead): Deadline => ({
      name: `decision 69: both are reminded a ${lead} before the window`,
      deal: withWindow,
      end: sinceWindow(-2 * hour - (lead === 'day' ? day : hour)),
      ask: (deal) => remindedOf(deal, `time_in_a${lead === 'day' ? '_day' : 'n_hour'}`),
      ...{ before: [0, 0], from: [1, 1] },
    }),
  ),
  {
    name: 'decision 69: a window that has begun has no reminder',
    deal: withWindow,
    end: sinceWindow(-2 * hour),
    ask: (deal) => remindedOf(deal, 'time_in_an_hour'),
    ...{ before: [1, 1], from: [0, 0] },
  },
]

const trips: Deadline[] = [
  {
    name: 'decision 66: a report costs nothing in the first five minutes',
    deal: fresh,
    end: since(app, 'accepted_at', 300),
    ask: feeOfReport,
    ...{ before: 0, from: 1_900 },
  },
  {
    name: 'decision 66: a report costs nothing after the deadline of the acceptance',
    deal: fresh,
    end: since(app, 'accepted_at', day),
    ask: feeOfReport,
    ...{ before: 1_900, from: 0 },
  },
  {
    name: 'decision 66: a report costs nothing after the deadline of the window',
    deal: withWindow,
    end: sinceWindow(hour / 2),
    ask: feeOfReport,
    ...{ before: 1_900, from: 0 },
  },
  {
    name: 'decision 66: the customer is absent after 15 minutes at the door',
    deal: fresh,
    end: since(app, 'accepted_at', hour),
    ask: (deal, seconds) => statusOfAbsence(deal, 15 + seconds / 60),
    ...{ before: 409, from: 200 },
  },
  {
    name: 'decision 69: the customer is absent 15 minutes after the window has begun',
    deal: withWindow,
    end: sinceWindow(-2 * hour + 900),
    ask: (deal) => statusOfAbsence(deal, 30),
    ...{ before: 409, from: 200 },
  },
  {
    name: 'decision 69: the customer is absent 15 minutes after both agreed on a window that had begun',
    deal: withWindow,
    async end(deal, seconds) {
      await letEndIn(app, deal, hour)
      await pool.query(
        `update job_window set agreed_at = now() - make_interval(secs => $2) where job_id = $1`,
        [deal.job_id, 900 + seconds],
      )
    },
    ask: (deal) => statusOfAbsence(deal, 40),
    ...{ before: 409, from: 200 },
  },
  ...(['wrong_address', 'not_as_described'] as const).map(
    (kind): Deadline => ({
      name: `decision 66: ${kind} can be reported when the agreed window has begun`,
      deal: withWindow,
      end: sinceWindow(-2 * hour),
      ask: async ({ carrier, params }) =>
        (await carrier.call(reportTrip, { params, body: absentReport({ kind }) })).status,
      ...{ before: 409, from: 200 },
    }),
  ),
  {
    name: 'decision 66: a report after the deadline leaves the free cancellation',
    deal: withWindow,
    end: sinceWindow(hour / 2),
    async ask(deal) {
      await reportedBy(deal, absentReport({ kind: 'not_as_described' }))
      const { free_because, refusal } = (await seen(deal)).cancellation
      return free_because ?? refusal
    },
    ...{ before: 'trip_reported', from: 'overdue' },
  },
  {
    name: 'decision 66: without an answer in 24 hours the report counts',
    deal: reported,
    end: (deal, seconds) => passHours(app, deal, 24 + seconds / hour),
    ask: afterTerms,
    ...{ before: 'accepted open', from: 'cancelled upheld' },
  },
  {
    name: 'decision 66: without a decision in 72 hours neither side pays',
    deal: contested,
    end: (deal, seconds) => passHours(app, deal, 72 + seconds / hour),
    ask: afterTerms,
    ...{ before: 'accepted answered', from: 'cancelled lapsed' },
  },
  {
    name: 'decision 66: a second breakdown in 30 days is a strike',
    async deal() {
      const first = await fresh()
      await reportedBy(first, { report_id: newId(), kind: 'breakdown' })
      const customer = await market.person()
      const { job_id } = await market.accepted(customer, first.carrier)
      return { ...first, customer, job_id, params: { job_id } }
    },
    end: ({ carrier }, seconds) =>
      pool.query(
        `update trip_report set created_at = now() - make_interval(secs => $2) where carrier_id = $1`,
        [carrier.accountId, 30 * day + seconds],
      ),
    async ask(deal) {
      await reportedBy(deal, { report_id: newId(), kind: 'breakdown' })
      return (await deal.carrier.ok(readCarrier)).strikes
    },
    ...{ before: 1, from: 0 },
  },
]

testBothEnds([...collecting, ...meeting, ...trips])
