import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { playDueStories } from '../../server/sandbox/play-stories.ts'
import { startDray } from '../support/dray.ts'
import { sandboxUser } from '../support/sandbox.ts'
import { until } from '../support/until.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { pool } = app.db

test('sandbox: the key of a suspended partner is refused, its stories stop, and go on afterwards', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('happy')
  const { ahead_seconds } = await user.pass(20)
  const suspend = (at: string) =>
    pool.query(`update partner set suspended_at = ${at} where id = $1`, [user.partnerId])
  const status = async () => (await user.sandbox('GET', '/clock')).status
  await suspend('now()')
  await until('the node knows of it', async () => (await status()) === 403)
  for (const [method, path, body] of [
    ['GET', '/stories'],
    ['GET', `/jobs/${jobId}`],
    ['GET', '/sms'],
    ['POST', '/clock', { to: 'next' }],
    ['POST', `/jobs/${jobId}/moves`, { do: 'accept' }],
    ['POST', '/limit', { remaining: 0 }],
    ['DELETE', '/world'],
  ] as const) {
    const refused = await user.sandbox<{ error: string }>(method, path, body)
    assert.deepEqual([refused.status, refused.body.error], [403, 'unauthorized'], `${method} ${path}`)
  }
  await pool.query(`update sandbox_story set next_at = now() where job_id = $1`, [jobId])
  await pool.query(`update job set created_at = created_at - interval '15 s' where id = $1`, [jobId])
  const codeText = { serviceName: 'Dray', host: 'localhost', plainLetters: [] }
  const needs = { ...app.dray.payments, pool, codeText, baseUrl: app.url, maxOpenJobs: 5, doubtHours: 24 }
  await playDueStories(needs, new AbortController().signal)
  const { rows } = await pool.query('select status from job where id = $1', [jobId])
  assert.deepEqual(rows, [{ status: 'posted' }])

  await suspend('null')
  await until('the node knows of it', async () => (await status()) === 200)
  assert.equal((await user.clock({ advance_seconds: 1 })).ahead_seconds, ahead_seconds + 1)
  assert.equal((await user.job(jobId)).status, 'accepted')
})
