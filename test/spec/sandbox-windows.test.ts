import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDray } from '../support/dray.ts'
import { type Refused, sandboxUser } from '../support/sandbox.ts'

/* People of a world agree on a time, and its clock stops at the reminders and the deadline (decision 69). */
const app = await startDray()
after(() => app[Symbol.asyncDispose]())

test('sandbox, decision 69: a move agrees on a time; the clock stops at the reminders and at the deadline', async () => {
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept', 'agree_time'] as const)
    await user.move(jobId, move)
  const types = async () => (await user.job(jobId)).timeline.map(({ type }) => type)
  assert.deepEqual((await types()).slice(-2), ['time_proposed', 'time_agreed'])
  assert.ok(!(await user.job(jobId)).moves.includes('agree_time'))
  const absent = { do: 'report_trip', reason: 'customer_absent' }
  const early = await user.sandbox<Refused>('POST', `/jobs/${jobId}/moves`, absent)
  assert.deepEqual([early.status, early.body.error], [409, 'move_not_possible'], 'the time has not begun')
  await user.pass(4 * 86_400)
  const told = (await types()).filter((type) => type === 'reminded' || type === 'collection_overdue')
  assert.equal(told.at(-1), 'collection_overdue')
  assert.ok(told.slice(0, -1).every((type) => type === 'reminded') && told.length >= 2, told.join())
  const { rows } = await app.db.pool.query(
    'select count(*)::int as n from window_reminder where job_id = $1',
    [jobId],
  )
  assert.equal(rows[0]?.n, 0)
})
