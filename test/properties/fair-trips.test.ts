import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { acceptJob, collectJob, giveBackJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob, reportProblem } from '#contract/app/customer.ts'
import { answerTripReport, reportTrip } from '#contract/app/trip-reports.ts'
import { type TripReportKind, tripReportKinds } from '#contract/reports.ts'
import { decideTripReport } from '../../server/jobs/doubts/decide-trip-report.ts'
import { endTripReports } from '../../server/jobs/doubts/end-trip-reports.ts'
import type { Outcome } from '../../server/jobs/doubts/resolve-problem.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { absentReport, passHours, tripFees } from '../support/wasted-trips.ts'

/* Promise 13 with reports of both sides, over HTTP. `fair-table.test.ts` has 100,000 lives of the rules alone. */
const market = await openMarket(tripFees)
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

type Step =
  | { act: 'pass'; hours: number }
  | { act: 'report'; kind: TripReportKind }
  | { act: 'agree' | 'contest' | 'uphold' | 'dismiss' | 'not_collected' | 'collect' | 'cancel' | 'give_back' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(0.05, 1, 23, 24, 72).map((hours): Step => ({ act: 'pass', hours })),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom(...tripReportKinds).map((kind): Step => ({ act: 'report', kind })),
  },
  {
    weight: 7,
    arbitrary: fc
      .constantFrom(
        'agree' as const,
        'contest' as const,
        'uphold' as const,
        'dismiss' as const,
        'not_collected' as const,
        'collect' as const,
        'cancel' as const,
        'give_back' as const,
      )
      .map((act): Step => ({ act })),
  },
)

/** What the people saw and decided, without the code that decides. */
type Seen = {
  hasContested: boolean
  hasUpheld: boolean
  hasDismissed: boolean
  /** Fee that the customer agreed to by cancelling. */
  cancelledFor: number | null
  /** The carrier was late, so that cancelling was free. */
  wasPromised: boolean
}

const unseen: Seen = {
  hasContested: false,
  hasUpheld: false,
  hasDismissed: false,
  cancelledFor: null,
  wasPromised: false,
}

const by = byOperator()
const decide = ({ job_id }: Deal, outcome: Outcome) =>
  decideTripReport({ kysely }, { jobId: job_id, outcome, by }).then(
    () => true,
    () => false,
  )

/** The deal with the next carrier, if its carrier gave it back or has broken down (decision 65). */
async function withNextCarrier(deal: Deal): Promise<Deal | null> {
  const { successor_id } = await deal.customer.ok(readMyJob, { params: deal.params })
  if (!successor_id) return null
  const [carrier, params] = [await market.carrier(), { job_id: successor_id }]
  await carrier.ok(acceptJob, { params })
  return { ...deal, carrier, ...params, params }
}

async function live(deal: Deal, seen: Seen, step: Step): Promise<void> {
  const { customer, carrier, params } = deal
  const { trip_report, cancellation, status, collected_at } = await customer.ok(readMyJob, { params })
  const isWaiting = status === 'accepted' && collected_at === null
  assert.ok(!seen.wasPromised || !isWaiting || cancellation.free_because === 'overdue', 'it stays free')
  seen.wasPromised = cancellation.free_because === 'overdue'
  const report_id = trip_report?.report_id ?? newId()
  if (step.act === 'pass') {
    await passHours(app, deal, step.hours)
    await endTripReports({ kysely }, new AbortController().signal)
  } else if (step.act === 'report') {
    const { rows } = await pool.query<{ at: Date }>('select accepted_at as at from job where id = $1', [
      deal.job_id,
    ])
    const arrived_at = new Date(Math.max(Date.now() - 960_000, rows[0]?.at.getTime() ?? 0)).toISOString()
    await carrier.call(reportTrip, { params, body: absentReport({ kind: step.kind, arrived_at }) })
  } else if (step.act === 'agree' || step.act === 'contest') {
    const agrees = step.act === 'agree'
    const { status: answered } = await customer.call(answerTripReport, {
      params,
      body: { report_id, agrees },
    })
    if (answered === 200 && !agrees) seen.hasContested = true
  } else if (step.act === 'not_collected') {
    const body = { problem_id: newId(), kind: 'not_collected' as const }
    if ((await customer.call(reportProblem, { params, body })).status === 200) seen.hasContested = true
  } else if (step.act === 'uphold' || step.act === 'dismiss') {
    const isDone = await decide(deal, step.act)
    if (isDone && step.act === 'uphold') seen.hasUpheld = true
    if (isDone && step.act === 'dismiss') seen.hasDismissed = true
  } else if (step.act === 'collect') await carrier.call(collectJob, { params })
  else if (step.act === 'give_back') await carrier.call(giveBackJob, { params, body: {} })
  else {
    const body = { fee_cents: cancellation.fee_cents }
    const cancelled = await customer.call(cancelMyJob, { params, body })
    if (cancelled.status === 200 && status === 'accepted') seen.cancelledFor = cancellation.fee_cents
  }
}

const test13 =
  'promise 13: with reports of both sides, no side pays for the other, and never more than was shown'
test(test13, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      let deal = await acceptedDeal(market, { size: 'M' })
      const shown = (await deal.customer.ok(readMyJob, { params: deal.params })).cancellation.rule
      let seen: Seen = { ...unseen }
      const before: Deal[] = []
      for (const each of steps) {
        await live(deal, seen, each)
        const next = await withNextCarrier(deal)
        if (!next) continue
        before.push(deal)
        deal = next
        seen = { ...unseen }
      }
      await settleMoney(app)
      for (const { customer, params } of before)
        assert.equal((await customer.ok(readMyJob, { params })).payment.charged_cents, null)
      const job = await deal.customer.ok(readMyJob, { params: deal.params })
      const charged = job.payment.charged_cents ?? 0
      assert.ok(charged <= Math.max(shown.late_fee_cents, shown.trip_fee_cents), `${charged} charged`)
      assert.equal(job.status === 'cancelled' || charged === 0, true)
      const { rowCount: strikes } = await pool.query('select from carrier_strike where job_id = $1', [
        deal.job_id,
      ])
      if (seen.cancelledFor !== null) assert.equal(charged, seen.cancelledFor)
      else if (charged > 0) {
        assert.equal(charged, shown.trip_fee_cents)
        // Contested and not upheld: the word of the carrier alone costs nothing.
        assert.ok(!seen.hasContested || seen.hasUpheld, JSON.stringify(seen))
        assert.equal(strikes, seen.hasDismissed ? 1 : 0)
      }
      await assertBooks(app.db)
    }),
    { numRuns: 30, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: false },
  )
})
