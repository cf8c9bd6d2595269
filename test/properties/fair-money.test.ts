import assert from 'node:assert/strict'
import test, { after } from 'node:test'
import fc from 'fast-check'
import { collectJob, deliverJob, giveBackJob } from '#contract/app/carrier.ts'
import { cancelMyJob, readMyJob, reportProblem } from '#contract/app/customer.ts'
import { cancelByStaff } from '../../server/jobs/actions/cancel-by-staff.ts'
import { type Outcome, resolveProblems } from '../../server/jobs/doubts/resolve-problem.ts'
import { newId } from '../../server/lib/ids.ts'
import { byOperator } from '../support/by-operator.ts'
import { acceptedDeal, type Deal } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { settleMoney } from '../support/run-money-tasks.ts'

/* Promise 13 over whole lives of jobs, over HTTP and PostgreSQL. `cancellation.test.ts` has it for the rule alone. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app } = market
const { kysely, pool } = app.db

type Step =
  | { act: 'pass'; hours: number }
  | { act: 'report'; kind: 'not_collected' | 'other' }
  | { act: Outcome | 'collect' | 'deliver' | 'give_back' | 'cancel' | 'staff_cancel' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(0.05, 1, 12, 23, 24).map((hours) => ({ act: 'pass' as const, hours })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('not_collected' as const, 'other' as const)
      .map((kind) => ({ act: 'report' as const, kind })),
  },
  { weight: 2, arbitrary: fc.constantFrom('uphold' as const, 'dismiss' as const).map((act) => ({ act })) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('collect' as const, 'deliver' as const, 'give_back' as const, 'staff_cancel' as const)
      .map((act) => ({ act })),
  },
  { weight: 3, arbitrary: fc.constant({ act: 'cancel' as const }) },
)

/** What the test knows of a life, without the code that decides. */
type Known = {
  hours: number
  reported: 'no' | 'counts' | 'dismissed'
  openReports: number
  isCollected: boolean
  endedBy: 'customer' | 'carrier' | 'staff' | 'delivery' | null
  /** Fee that the customer was shown and agreed to. */
  agreedCents: number
  isFaulty: boolean
}

const by = byOperator()

async function pass({ job_id }: Deal, hours: number): Promise<void> {
  const back = (table: string, key: string, column: string) =>
    pool.query(
      `update ${table} set ${column} = ${column} - make_interval(secs => $2 * 3600.0) where ${key} = $1`,
      [job_id, hours],
    )
  await back('job', 'id', 'accepted_at')
  await back('job_problem', 'job_id', 'created_at')
}

const hasFailed = ({ hours, reported }: Known): boolean => hours >= 24 || reported === 'counts'

const acts: {
  [A in Step['act']]: (deal: Deal, known: Known, step: Extract<Step, { act: A }>) => Promise<void>
} = {
  async pass(deal, known, { hours }) {
    await pass(deal, hours)
    if (!known.isCollected) known.hours += hours
  },
  async report({ customer, params }, known, { kind }) {
    const { status } = await customer.call(reportProblem, { params, body: { problem_id: newId(), kind } })
    if (status !== 200 || known.endedBy) return
    known.openReports++
    if (kind === 'not_collected' && known.reported === 'no') known.reported = 'counts'
  },
  uphold: (deal, known) => decide(deal, known, 'uphold'),
  dismiss: (deal, known) => decide(deal, known, 'dismiss'),
  async collect({ carrier, params }, known) {
    if ((await carrier.call(collectJob, { params })).status === 200) known.isCollected = true
  },
  async deliver({ carrier, params }, known) {
    if ((await carrier.call(deliverJob, { params, body: {} })).status !== 200) return
    known.isCollected = true
    known.endedBy ??= 'delivery'
  },
  async give_back({ carrier, params }, known) {
    if ((await carrier.call(giveBackJob, { params, body: {} })).status === 200) known.endedBy ??= 'carrier'
  },
  async staff_cancel({ job_id }, known) {
    const cancelled = await cancelByStaff({ kysely }, { jobId: job_id, by }).catch(() => null)
    if (cancelled) known.endedBy = 'staff'
  },
  async cancel({ customer, params }, known) {
    const { cancellation } = await customer.ok(readMyJob, { params })
    const body = { fee_cents: cancellation.fee_cents }
    if ((await customer.call(cancelMyJob, { params, body })).status !== 200 || known.endedBy) return
    known.endedBy = 'customer'
    known.agreedCents = cancellation.fee_cents
    known.isFaulty = hasFailed(known) && known.hours * 60 >= 5
  },
}

async function decide({ job_id }: Deal, known: Known, outcome: Outcome): Promise<void> {
  const decided = await resolveProblems({ kysely }, { jobId: job_id, outcome, by }).catch(() => 0)
  if (decided > 0 && outcome === 'dismiss' && known.reported === 'counts') known.reported = 'dismissed'
}

const strikesOf = async (jobId: string): Promise<number> =>
  (await pool.query('select from carrier_strike where job_id = $1', [jobId])).rowCount ?? 0

const test13 =
  'promise 13: over whole lives, no fee for the side that kept its word, and never more than was shown'
test(test13, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const deal = await acceptedDeal(market, { size: 'M' })
      const { cancellation, price } = await deal.customer.ok(readMyJob, { params: deal.params })
      const shown = cancellation.rule
      const known: Known = {
        hours: 0,
        reported: 'no',
        openReports: 0,
        isCollected: false,
        endedBy: null,
        agreedCents: 0,
        isFaulty: false,
      }
      // The last act of a customer who had enough.
      for (const each of [...steps, { act: 'cancel' as const }])
        await (acts[each.act] as (deal: Deal, known: Known, step: Step) => Promise<void>)(deal, known, each)
      await settleMoney(app)
      const { payment, successor_id } = await deal.customer.ok(readMyJob, { params: deal.params })
      const charged = payment.charged_cents ?? 0
      const limit = { customer: shown.late_fee_cents, delivery: price.total_cents, carrier: 0, staff: 0 }
      assert.ok(charged <= limit[known.endedBy ?? 'staff'], `${charged} charged`)
      if (known.endedBy === 'customer') assert.equal(charged, known.agreedCents)
      if (known.isFaulty) assert.equal(charged, 0)
      assert.equal(successor_id !== null, known.endedBy === 'carrier')
      if (successor_id) await refuse(deal, successor_id)
      const isStruck = known.endedBy === 'carrier' || (known.isFaulty && !wasTakenBack(known))
      assert.equal(await strikesOf(deal.job_id), isStruck ? 1 : 0, JSON.stringify(known))
      await assertBooks(app.db)
    }),
    { numRuns: 25, interruptAfterTimeLimit: 90_000, markInterruptAsFailure: false },
  )
})

/** The customer does not want the next carrier: refused for nothing. */
async function refuse({ customer }: Deal, jobId: string): Promise<void> {
  const params = { job_id: jobId }
  await customer.ok(cancelMyJob, { params, body: { fee_cents: 0 } })
  await settleMoney(app)
  const { payment } = await customer.ok(readMyJob, { params })
  assert.deepEqual([payment.state, payment.charged_cents], ['released', null])
}

/** A strike on the word of a report that staff dismissed after the cancellation. */
const wasTakenBack = ({ hours, reported }: Known): boolean => hours < 24 && reported === 'dismissed'
