import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readJobForStaff } from '#contract/admin/jobs.ts'
import { exportPartnerStatement } from '#contract/admin/statements.ts'
import { acceptJob, deliverJob, giveBackJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { readPartnerStatement } from '../../server/closing/partner-statement.ts'
import { daySumDifferences } from '../../server/day-sums/check-day-sums.ts'
import { sumDays } from '../../server/day-sums/sum-days.ts'
import { showJob } from '../../server/jobs/queries/for-operator.ts'
import { readFunnel } from '../../server/jobs/queries/read-funnel.ts'
import { readTripsOfMonth } from '../../server/jobs/queries/trips-of-month.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { passTime } from '../support/pass-time.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { joinAs, joinAsOwner } from '../support/staff.ts'

/* Decision 65: what staff and the partner see of a job that was given back and delivered by the next carrier. */
const market = await openMarket()
after(() => market[Symbol.asyncDispose]())
const { app, partner } = market
const { kysely } = app.db
const viewer = await joinAs(app, await joinAsOwner(app), 'viewer')
const { partnerId } = partner
const reference = 'order seven'

const customer = await market.person('Ana')
const [first, second] = [await market.carrier(), await market.carrier()]
const given = await market.accepted(customer, first, { external_reference: reference })
await first.ok(giveBackJob, { params: { job_id: given.job_id }, body: {} })
const { successor_id } = await customer.ok(readMyJob, { params: { job_id: given.job_id } })
const next = successor_id ?? assert.fail('no successor')
await second.ok(acceptJob, { params: { job_id: next } })
await second.ok(deliverJob, { params: { job_id: next }, body: {} })
await settleMoney(app)

test('the panel links both jobs, and both timelines tell that the hold has moved', async () => {
  const [ended, done] = await Promise.all(
    [given.job_id, next].map((job_id) => viewer.ok(readJobForStaff, { params: { job_id } })),
  )
  assert.deepEqual([ended?.successor_id, ended?.predecessor_id], [next, null])
  assert.deepEqual([done?.successor_id, done?.predecessor_id], [null, given.job_id])
  const moved = (job: typeof ended) =>
    job?.timeline.filter(({ outcome }) => outcome?.startsWith('moved_')).map(({ outcome }) => outcome)
  assert.deepEqual([moved(ended), moved(done)], [['moved_on'], ['moved_here']])
  assert.equal((await showJob(kysely, given.job_id))?.successor_id, next)
})

async function counted() {
  const stages = await readFunnel(kysely, { partnerId, mode: 'live', from: new Date(Date.now() - 7 * day) })
  const cancelled = stages.reduce((sum, stage) => sum + stage.cancelled, 0)
  return { created: stages[0]?.reached, completed: stages.at(-1)?.reached, cancelled }
}

async function statement(at: number) {
  const read = await readPartnerStatement(kysely, { partnerId, month: monthOf(at) })
  const { jobs, lines, totals } = read ?? assert.fail('no partner')
  return {
    counted: [jobs.completed, jobs.cancelled],
    lines: lines.map((line) => [line.jobId, line.handedOverJobId, line.externalReference, line.status]),
    captured: totals.capturedCents,
    cancelled: totals.cancellationCents,
  }
}

const day = 86_400_000
const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7)
const expected = {
  counted: [1, 0],
  lines: [[next, given.job_id, reference, 'completed']],
  captured: (await customer.ok(readMyJob, { params: { job_id: next } })).price.total_cents,
  cancelled: 0,
}

test('the partner has handed over one job, which was delivered: in the funnel and in the statement', async () => {
  assert.deepEqual(await counted(), { created: 1, completed: 1, cancelled: 0 })
  assert.deepEqual(await statement(Date.now()), expected)
  const query = { month: monthOf(Date.now()) }
  const { text } = await viewer.call(exportPartnerStatement, { params: { partner_id: partnerId }, query })
  assert.match(text, new RegExp(`^${next},.*,${given.job_id}\r\n`, 'm'))
})

test('the preview of a tariff compares the trip once', async () => {
  const span = { start: new Date(Date.now() - day), end: new Date(Date.now() + day) }
  const { trips } = await readTripsOfMonth(kysely, { partnerId, ...span })
  assert.equal(trips.length, 1)
})

test('the same after the day was summed, and its sums agree with its rows', async () => {
  await passTime(app.db, '1 day')
  while ((await sumDays({ slowReads: kysely })) > 0);
  assert.deepEqual(await daySumDifferences(kysely, [{ start: new Date(0), end: null }]), [])
  assert.deepEqual(await counted(), { created: 1, completed: 1, cancelled: 0 })
  assert.deepEqual(await statement(Date.now() - day), expected)
  await assertBooks(app.db)
})
