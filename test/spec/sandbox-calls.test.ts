import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { jobsOfWorld } from '../../server/db/worlds.ts'
import { deliverJob } from '../../server/jobs/actions/deliver-job.ts'
import { publish } from '../../server/jobs/actions/publish.ts'
import { expireDrafts } from '../../server/jobs/drafts/expire-drafts.ts'
import { renewHolds } from '../../server/jobs/money/renew.ts'
import { noProof } from '../../server/jobs/proof/record-proof.ts'
import { newId } from '../../server/lib/ids.ts'
import { ProviderError } from '../../server/lib/provider-error.ts'
import { runDueEffects } from '../../server/payments/effects/run.ts'
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

/** Needs of a worker whose processor holds, and whose answer never comes: the call fails with `lost`. */
function losingAnswers(lost: Error) {
  const { payments } = app.dray
  const { sandbox } = payments.processors
  const losing: typeof sandbox = {
    ...sandbox,
    async authorize(input) {
      await sandbox.authorize(input)
      throw lost
    },
  }
  return { ...payments, processors: { ...payments.processors, named: () => losing } }
}

/** A job whose hold is to be renewed. */
async function beforeRenewal() {
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
  return { user, jobId }
}

/** A job whose hold is being renewed in the background; the processor has answered nothing yet. */
async function duringRenewal() {
  const { user, jobId } = await beforeRenewal()
  const { needs, asked, answer } = heldAnswers()
  const renewal = renewHolds(
    needs,
    new AbortController().signal,
    jobsOfWorld({ keyId: user.keyId, name: '' }),
  )
  await asked
  return { user, jobId, answer, renewal }
}

/**
 * A worker crashes after the processor has made the hold, and before it stores the response. Its lease lasts 30 s,
 * longer than the 20 s of a request to the clock. A late response would not work here: the worker waits 20 s for it
 * too, so either could end first.
 */
async function crashInRenewal(keyId: string): Promise<void> {
  const crash = (error: Error) => {
    throw error
  }
  const needs = { ...losingAnswers(new Error('the worker crashes')), onEffectError: crash }
  await assert.rejects(renewHolds(needs, new AbortController().signal, jobsOfWorld({ keyId, name: '' })))
}

test('sandbox: a clock that moves during a renewal in the background makes no hold longer', async () => {
  const { user, jobId, answer, renewal } = await duringRenewal()
  const moved = user.clock({ advance_seconds: 7_200 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  answer()
  assert.equal((await moved).remaining_seconds, 0)
  await renewal
  await assertHeldForAWeek(jobId)
})

test('sandbox: a clock does not move while a renewal has no answer, and makes no hold longer afterwards', async () => {
  const { user, jobId } = await beforeRenewal()
  await crashInRenewal(user.keyId)
  const before = await user.sandbox<{ now: string }>('GET', '/clock')
  const busy = await user.sandbox<Refused>('POST', '/clock', { advance_seconds: 7_200 })
  assert.deepEqual([busy.status, busy.body.error], [409, 'world_busy'])
  const after = await user.sandbox<{ now: string }>('GET', '/clock')
  assert.equal(after.body.now, before.body.now, 'nothing has moved')

  await pool.query(`update payment_effect set due_at = now() where status = 'running'`)
  await user.pass(7_200)
  await assertHeldForAWeek(jobId)
})

test('sandbox: a renewal whose answer was lost before the clock moved makes no hold longer either', async () => {
  const { user, jobId } = await beforeRenewal()
  const lost = new ProviderError('sandbox', 'the answer was lost', { retryable: true, outcome: 'unknown' })
  const needs = losingAnswers(lost)
  await renewHolds(needs, new AbortController().signal, jobsOfWorld({ keyId: user.keyId, name: '' }))
  await user.pass(7_200)
  await assertHeldForAWeek(jobId)
})

/** The job has the hold of its renewal, and the payment ends when the hold of the processor does. */
async function assertHeldForAWeek(jobId: string): Promise<void> {
  const { rows } = await pool.query(
    `select p.purpose, abs(extract(epoch from p.hold_expires_at - a.hold_expires_at)) < 0.002 as "isSame",
       p.hold_expires_at - p.held_at between interval '6 days 23 hours 59 min' and interval '7 days 1 min' as "isWeek"
     from payment p join sandbox_authorization a on a.reference = p.reference
     where p.job_id = $1 and p.status = 'held'`,
    [jobId],
  )
  assert.deepEqual(rows, [{ purpose: 'renewal', isSame: true, isWeek: true }])
}

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

test('sandbox: a draft that ends while its hold is asked for keeps its payment, and the world is deleted afterwards', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay'] as const) await user.move(jobId, move)
  const { rows } = await pool.query<{ accountId: string; methodId: string }>(
    `select account_id as "accountId", payment_method.id as "methodId" from payment_method
     join job on job.customer_id = account_id where job.id = $1`,
    [jobId],
  )
  const [card] = rows
  assert.ok(card)
  const { needs, asked, answer } = heldAnswers()
  const which = { ...card, jobId, paymentId: newId(), source: 'card' as const, returnPath: null }
  const published = publish({ ...needs, baseUrl: app.url }, which)
  await asked
  await pool.query('update job set expires_at = now() where id = $1', [jobId])
  assert.equal(await expireDrafts({ pool }, undefined, { keyId: user.keyId, name: '' }), 0)
  assert.equal((await user.sandbox('DELETE', '/world')).status, 409)
  answer()
  await published
  const { rows: lost } = await pool.query(
    `select e.id from payment_effect e join payment p on p.id = e.payment_id
     where p.account_id = $1 and (p.job_id is null or e.status in ('due', 'running'))`,
    [card.accountId],
  )
  assert.deepEqual(lost, [], 'no payment has lost its job, and no call is left')
  assert.equal((await user.sandbox('DELETE', '/world')).status, 204)
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
    {
      jobId,
      carrierId: rows[0]?.carrierId ?? '',
      proof: noProof,
      reason: null,
      code: null,
      isWithoutCode: false,
    },
  )
  const captured = runDueEffects(needs, new AbortController().signal, { keyId: user.keyId, name: '' })
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
