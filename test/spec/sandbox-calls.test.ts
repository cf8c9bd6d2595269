import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { deliverJob } from '../../server/jobs/actions/deliver-job.ts'
import { renewHolds } from '../../server/jobs/money/renew.ts'
import { jobsOfKey } from '../../server/jobs/scope.ts'
import { runDueEffects } from '../../server/payments/run-effect.ts'
import { startDray } from '../support/dray.ts'
import { type Refused, sandboxUser } from '../support/sandbox.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { pool } = app.db
const day = 24 * 3_600

/** Needs of another worker whose processor holds and captures at once, and answers when `answer` is called. */
function heldAnswers() {
  const { payments } = app.dray
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
  const { sandbox } = payments.processors
  const afterwards = async <T>(answered: Promise<T>): Promise<T> => {
    await answered
    onAsked()
    await mayAnswer
    return answered
  }
  const slow: typeof sandbox = {
    ...sandbox,
    authorize: (input) => afterwards(sandbox.authorize(input)),
    capture: (input) => afterwards(sandbox.capture(input)),
  }
  return { needs: { ...payments, processors: { ...payments.processors, named: () => slow } }, asked, answer }
}

/** A job whose hold is being renewed in the background; the processor has answered nothing yet. */
async function duringRenewal() {
  const user = await sandboxUser(app)
  const jobId = await user.begin('hold_renewed')
  await user.pass(6 * day - 60)
  for (const [table, job] of [
    ['payment', 'job_id = $1'],
    ['sandbox_authorization', 'payment_id in (select id from payment where job_id = $1)'],
  ])
    await pool.query(
      `update ${table} set hold_expires_at = hold_expires_at - interval '5 min' where ${job}`,
      [jobId],
    )
  const { needs, asked, answer } = heldAnswers()
  const renewal = renewHolds(needs, new AbortController().signal, jobsOfKey(user.keyId))
  await asked
  return { user, jobId, answer, renewal }
}

test('sandbox: a clock that moves during a renewal in the background makes no hold longer', async () => {
  const { user, jobId, answer, renewal } = await duringRenewal()
  const before = await user.sandbox<{ ahead_seconds: number }>('GET', '/clock')
  const busy = await user.sandbox<Refused>('POST', '/clock', { advance_seconds: 7_200 })
  assert.deepEqual([busy.status, busy.body.error], [409, 'world_busy'])
  const after = await user.sandbox<{ ahead_seconds: number }>('GET', '/clock')
  assert.equal(after.body.ahead_seconds, before.body.ahead_seconds, 'nothing has moved')

  const moved = user.clock({ advance_seconds: 7_200 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  answer()
  assert.equal((await moved).remaining_seconds, 0)
  await renewal
  const { rows } = await pool.query(
    `select p.purpose, abs(extract(epoch from p.hold_expires_at - a.hold_expires_at)) < 0.002 as "isSame",
       p.hold_expires_at - p.held_at between interval '6 days 23 hours 59 min' and interval '7 days' as "isWeek"
     from payment p join sandbox_authorization a on a.reference = p.reference
     where p.job_id = $1 and p.status = 'held'`,
    [jobId],
  )
  assert.deepEqual(rows, [{ purpose: 'renewal', isSame: true, isWeek: true }])
})

test('sandbox: a world is not deleted during a renewal in the background, but afterwards', async () => {
  const { user, jobId, answer, renewal } = await duringRenewal()
  const busy = await user.sandbox<Refused>('DELETE', '/world')
  assert.deepEqual([busy.status, busy.body.error], [409, 'world_busy'])
  assert.equal((await user.read(jobId)).status, 200)
  answer()
  await renewal
  assert.equal((await user.sandbox('DELETE', '/world')).status, 204)
  assert.equal((await user.read(jobId)).status, 404)
})

test('sandbox: the clock waits for a capture by another worker, and what comes of it happens in its time', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('happy')
  await user.pass(65)
  const { rows } = await pool.query<{ carrierId: string }>(
    'select carrier_id as "carrierId" from job where id = $1',
    [jobId],
  )
  const { needs, asked, answer } = heldAnswers()
  await deliverJob(
    { ...needs, doubtHours: 24 },
    { jobId, carrierId: rows[0]?.carrierId ?? '', photoName: null, reason: null, tappedAt: null },
  )
  const captured = runDueEffects(needs, new AbortController().signal, { keyId: user.keyId })
  await asked
  const moved = user.clock({ advance_seconds: 7_200 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  answer()
  await captured
  assert.equal((await moved).remaining_seconds, 0)
  const { timeline } = await user.job(jobId)
  const at = (words: string) => timeline.find(({ what }) => what === words)?.after_seconds ?? Number.NaN
  assert.ok(at('payout done') < 90, String(at('payout done')))
  assert.equal(at('rated'), 100)
})
