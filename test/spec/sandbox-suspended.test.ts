import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDray } from '../support/dray.ts'
import { sandboxUser } from '../support/sandbox.ts'
import { until } from '../support/until.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const { pool } = app.db

test('sandbox: the key of a suspended partner is refused, and its world goes on afterwards where it stood', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('happy')
  const { now } = await user.pass(20)
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
  await suspend('null')
  await until('the node knows of it', async () => (await status()) === 200)
  const later = await user.clock({ advance_seconds: 1 })
  assert.ok(Math.abs(Date.parse(later.now) - Date.parse(now) - 1_000) < 1_000)
  assert.equal((await user.job(jobId)).status, 'posted')
})
