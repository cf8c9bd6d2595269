import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDray } from '../support/dray.ts'
import { assertBooks } from '../support/money-books.ts'
import { playToEnd, type SandboxUser, sandboxUser } from '../support/sandbox.ts'

/* In a world of the sandbox, a job that is given back goes on as everywhere (decision 65). */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

const successorOf = async (jobId: string): Promise<string> => {
  const { rows } = await app.db.pool.query('select id from job where predecessor_id = $1', [jobId])
  assert.equal(rows.length, 1)
  return rows[0].id
}

const amount = ({ timeline }: Awaited<ReturnType<SandboxUser['job']>>, type: string) =>
  timeline.filter((step) => step.type === type).length

test('sandbox, decision 65: moved by hand, the successor is in the same world, and its carrier delivers it', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept', 'give_back'] as const)
    await user.move(jobId, move)
  const next = await successorOf(jobId)
  assert.equal((await user.read(jobId)).body.status, 'cancelled')
  assert.equal((await user.read(next)).status, 403)
  assert.deepEqual((await user.job(next)).timeline.map(({ type }) => type).slice(0, 2), [
    'created',
    'published',
  ])
  for (const move of ['accept', 'collect', 'deliver'] as const) await user.move(next, move)
  assert.equal((await user.job(next)).status, 'completed')
  const done = await user.job(next)
  assert.deepEqual([amount(done, 'capture_done'), amount(await user.job(jobId), 'capture_done')], [1, 0])
  await assertBooks(app.db)
})

test('sandbox, decision 65: the story of a job that is given back ends with the next carrier, and the hold lasts as long as before', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('given_back')
  await user.pass(50)
  const next = await successorOf(jobId)
  const lasts = async () => {
    const { rows } = await app.db.pool.query<{ days: number }>(
      `select round(extract(epoch from p.hold_expires_at - p.held_at) / 86400)::integer as days, job.aged_ms = first.aged_ms as same
       from payment p join job on job.id = p.job_id join job first on first.id = job.first_job_id where job.id = $1`,
      [next],
    )
    return rows
  }
  assert.deepEqual(await lasts(), [{ days: 7, same: true }])
  await playToEnd(user)
  assert.equal((await user.read(jobId)).body.status, 'cancelled')
  assert.equal((await user.job(next)).status, 'completed')
  await assertBooks(app.db)
})

test('sandbox, decision 65: a world with such jobs is deleted whole', async () => {
  const user = await sandboxUser(app)
  await user.begin('given_back')
  await playToEnd(user)
  assert.equal((await user.sandbox('DELETE', '/world')).status, 204)
  const { rowCount } = await app.db.pool.query('select from job where key_id = $1', [user.keyId])
  assert.equal(rowCount, 0)
})
