import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decideTripReport, resolveJobProblems } from '#contract/admin/job-decisions.ts'
import { readCarrier, readCarrierJob } from '#contract/app/carrier.ts'
import { readMyJob } from '#contract/app/customer.ts'
import { acceptedDeal, completedDeal, type Deal, report } from '../support/deals.ts'
import { openMarket } from '../support/market.ts'
import { assertBooks } from '../support/money-books.ts'
import { settleMoney } from '../support/run-money-tasks.ts'
import { seenReports } from '../support/seen-reports.ts'
import { joinAs, joinAsOwner, type Staff } from '../support/staff.ts'
import { answeredBy, passHours, reportedBy, tripFees } from '../support/wasted-trips.ts'

/* Two members of staff decide on the same reports: only what was seen is decided. */
const market = await openMarket(tripFees)
after(() => market[Symbol.asyncDispose]())
const { app } = market
const owner = await joinAsOwner(app)
const [marta, iris] = [await joinAs(app, owner, 'staff'), await joinAs(app, owner, 'staff')]

type Outcome = 'uphold' | 'dismiss'
type Seen = Awaited<ReturnType<typeof seenReports>>

const decideTrip = async (by: Staff, { params }: Deal, { outcome, seen }: { outcome: Outcome; seen: Seen }) =>
  (await by.call(decideTripReport, { params, body: { outcome, seen: seen.trips, reason: 'heard both' } }))
    .status
const decideProblem = async (
  by: Staff,
  { params }: Deal,
  { outcome, seen }: { outcome: Outcome; seen: Seen },
) =>
  (
    await by.call(resolveJobProblems, {
      params,
      body: { outcome, seen: seen.problems, reason: 'heard both' },
    })
  ).status

async function contestedTrip(): Promise<Deal> {
  const deal = await acceptedDeal(market)
  await passHours(app, deal, 1)
  await reportedBy(deal)
  await answeredBy(deal, false)
  return deal
}

for (const [first, second] of [
  ['uphold', 'dismiss'],
  ['dismiss', 'uphold'],
] as const)
  test(`decision 66: ${first}, and ${second} on a page that did not show it: refused, and the money is of the first`, async () => {
    const deal = await contestedTrip()
    const seen = await seenReports(iris, deal.job_id)
    assert.equal(await decideTrip(marta, deal, { outcome: first, seen }), 200)
    assert.equal(await decideTrip(iris, deal, { outcome: second, seen }), 409)
    await assertDecided(deal, first)
  })

test('decision 66, race: two opposite decisions at the same instant: one counts, for the money too', async () => {
  for (let round = 0; round < 4; round++) {
    const deal = await contestedTrip()
    const seen = await seenReports(iris, deal.job_id)
    const statuses = await Promise.all([
      decideTrip(marta, deal, { outcome: 'uphold', seen }),
      decideTrip(iris, deal, { outcome: 'dismiss', seen }),
    ])
    assert.deepEqual(statuses.toSorted(), [200, 409])
    await assertDecided(deal, statuses[0] === 200 ? 'uphold' : 'dismiss')
  }
})

/** What both sides have after a decision on the report of the carrier. */
async function assertDecided(deal: Deal, outcome: Outcome): Promise<void> {
  await settleMoney(app)
  const job = await deal.customer.ok(readMyJob, { params: deal.params })
  const { compensation_cents } = await deal.carrier.ok(readCarrierJob, { params: deal.params })
  const { strikes } = await deal.carrier.ok(readCarrier, {})
  const is = [job.status, job.trip_report?.status, job.payment.charged_cents ?? 0, compensation_cents ?? 0]
  const expected =
    outcome === 'uphold' ? ['cancelled', 'upheld', 1_900, 1_520] : ['accepted', 'dismissed', 0, 0]
  assert.deepEqual([...is, strikes], [...expected, 0])
  await assertBooks(app.db)
}

test('decision 72: a report is upheld; on a page that did not show it, it cannot be dismissed', async () => {
  const deal = await completedDeal(market)
  await report(deal)
  const seen = await seenReports(iris, deal.job_id)
  assert.equal(await decideProblem(marta, deal, { outcome: 'uphold', seen }), 200)
  assert.equal(await decideProblem(iris, deal, { outcome: 'dismiss', seen }), 409)
  assert.deepEqual((await seenReports(iris, deal.job_id)).problems, [
    { ...seen.problems[0], status: 'upheld' },
  ])
  const now = await seenReports(iris, deal.job_id)
  assert.equal(await decideProblem(iris, deal, { outcome: 'dismiss', seen: now }), 200, 'seen, it can')
})

test('decision 72: a report that came after the page was read is not decided unread', async () => {
  const deal = await completedDeal(market)
  await report(deal)
  const seen = await seenReports(iris, deal.job_id)
  await app.db.pool.query(
    `insert into job_problem (id, job_id, reported_by, kind)
     values (gen_random_uuid(), $1, 'customer', 'damaged')`,
    [deal.job_id],
  )
  assert.equal(await decideProblem(iris, deal, { outcome: 'dismiss', seen }), 409)
  const { problems } = await seenReports(iris, deal.job_id)
  assert.deepEqual(
    problems.map(({ status }) => status),
    ['open', 'open'],
  )
})
