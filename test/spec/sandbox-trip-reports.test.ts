import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { TripReportKind } from '#contract/reports.ts'
import { startDray } from '../support/dray.ts'
import { assertBooks } from '../support/money-books.ts'
import { playToEnd, type Refused, type SandboxUser, sandboxUser } from '../support/sandbox.ts'
import { tripFees } from '../support/wasted-trips.ts'

/* In a world of the sandbox carriers report that they cannot collect, and customers answer or not (decision 66). */
const app = await startDray(tripFees)
after(() => app[Symbol.asyncDispose]())

const fee = 19

async function accepted(): Promise<{ user: SandboxUser; jobId: string }> {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept'] as const) await user.move(jobId, move)
  return { user, jobId }
}

const reported = async (reason: TripReportKind) => {
  const { user, jobId } = await accepted()
  await user.pass(20 * 60)
  const job = await user.move(jobId, 'report_trip', { reason })
  return { user, jobId, job }
}

/** The last steps of a job, with their amount. */
const ends = ({ timeline }: Awaited<ReturnType<SandboxUser['job']>>, count: number) =>
  timeline.slice(-count).map(({ type, amount_eur }) => (amount_eur === null ? type : `${type} ${amount_eur}`))

for (const reason of ['customer_absent', 'not_as_described', 'wrong_address'] as const)
  test(`sandbox, decision 66: ${reason}: the customer agrees, and the job ends with the fee`, async () => {
    const { user, jobId, job } = await reported(reason)
    assert.deepEqual(job.moves, ['agree_time', 'collect', 'deliver', 'give_back', 'answer_trip'])
    assert.equal(job.status, 'accepted')
    const ended = await user.move(jobId, 'answer_trip')
    assert.deepEqual([ended.status, ended.moves], ['cancelled', []])
    assert.deepEqual(ends(ended, 5), [
      'trip_reported',
      'trip_answered',
      `cancelled ${fee}`,
      `capture_done ${fee}`,
      'payout_done 15.2',
    ])
    await assertBooks(app.db)
  })

test('sandbox, decision 66: without an answer the clock stops when its time ends, and the report counts', async () => {
  const { user, jobId, job } = await reported('wrong_address')
  assert.deepEqual([job.next?.type, job.next?.job_id], ['trip_term_ended', jobId])
  const [before, moved] = [await user.clockNow(), await user.clock({ to: 'next' })]
  assert.deepEqual(moved.steps.map(({ type }) => type).slice(0, 2), ['trip_term_ended', 'cancelled'])
  const hours = (Date.parse(moved.now) - Date.parse(before.now)) / 3_600_000
  assert.ok(hours > 23.9 && hours < 24.1, String(hours))
  assert.equal((await user.read(jobId)).body.status, 'cancelled')
})

test('sandbox, decision 66: the customer disagrees: without a decision of staff the job ends after three days for nothing', async () => {
  const { user, jobId } = await reported('not_as_described')
  const answered = await user.move(jobId, 'answer_trip', { agrees: false })
  assert.deepEqual([answered.status, answered.next?.type], ['accepted', 'trip_term_ended'])
  assert.deepEqual(answered.moves, ['agree_time', 'collect', 'deliver', 'give_back'])
  await user.clock({ to: 'next' })
  const { status, timeline } = await user.job(jobId)
  assert.equal(status, 'cancelled')
  assert.equal(timeline.find(({ type }) => type === 'cancelled')?.amount_eur, 0)
  assert.ok(!timeline.some(({ type }) => type === 'capture_done'))
  await assertBooks(app.db)
})

test('sandbox, decision 66: a breakdown goes on with the next carrier', async () => {
  const { user, jobId, job } = await reported('breakdown')
  assert.deepEqual([job.status, ...ends(job, 2)], ['cancelled', 'trip_reported', 'given_back 0'])
  const { body } = await user.sandbox<{ jobs: { job_id: string; status: string }[] }>('GET', '/jobs')
  const next = body.jobs.find(({ job_id }) => job_id !== jobId) ?? assert.fail('no successor')
  assert.equal(next.status, 'posted')
  for (const move of ['accept', 'deliver'] as const) await user.move(next.job_id, move)
  assert.equal((await user.job(next.job_id)).status, 'completed')
})

test('sandbox, decision 66: the carrier waits 15 minutes for a customer who is not there, and reports once', async () => {
  const { user, jobId } = await accepted()
  const absent = { do: 'report_trip', reason: 'customer_absent' }
  const early = await user.sandbox<Refused>('POST', `/jobs/${jobId}/moves`, absent)
  assert.deepEqual([early.status, early.body.error], [409, 'move_not_possible'])
  assert.equal(early.body.moves?.includes('report_trip'), false)
  await user.pass(15 * 60)
  await user.move(jobId, 'report_trip', { reason: 'customer_absent' })
  const again = await user.sandbox<Refused>('POST', `/jobs/${jobId}/moves`, absent)
  assert.deepEqual([again.status, again.body.moves?.includes('answer_trip')], [409, true])
  await user.move(jobId, 'collect')
  assert.equal((await user.job(jobId)).moves.includes('answer_trip'), false)
})

test('sandbox, decision 66: before the agreed time only a breakdown is reported, and `moves` says so', async () => {
  const { user, jobId } = await accepted()
  const { moves } = await user.move(jobId, 'agree_time')
  assert.equal(moves.includes('report_trip'), false)
  for (const reason of [undefined, 'wrong_address', 'not_as_described', 'customer_absent'] as const) {
    const report = { do: 'report_trip', ...(reason && { reason }) }
    const refused = await user.sandbox<Refused>('POST', `/jobs/${jobId}/moves`, report)
    assert.deepEqual([refused.status, refused.body.moves?.includes('report_trip')], [409, false])
  }
  assert.equal((await user.move(jobId, 'report_trip', { reason: 'breakdown' })).status, 'cancelled')
})

test('sandbox, decision 66: a report after the deadline leaves the free cancellation', async () => {
  const { user, jobId } = await accepted()
  await user.pass(25 * 3_600)
  const { moves } = await user.move(jobId, 'report_trip')
  assert.ok(moves.includes('cancel') && moves.includes('answer_trip'))
  const { timeline } = await user.move(jobId, 'cancel')
  assert.equal(timeline.find(({ type }) => type === 'cancelled')?.amount_eur, 0)
})

test('sandbox, decision 66: the story of an absent customer ends with the fee, a day after the report', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('customer_absent')
  await playToEnd(user)
  const job = await user.job(jobId)
  assert.equal(job.status, 'cancelled')
  const seconds = (type: string) => job.timeline.find((step) => step.type === type)?.after_seconds ?? 0
  assert.equal(seconds('trip_reported'), 16 * 60)
  assert.equal(seconds('cancelled'), 16 * 60 + 24 * 3_600)
  assert.deepEqual(ends(job, 2), [`capture_done ${fee}`, 'payout_done 15.2'])
})
