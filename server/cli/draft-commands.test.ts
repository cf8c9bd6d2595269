import assert from 'node:assert/strict'
import test from 'node:test'
import { runTasks, startDray } from '../../test/support/dray.ts'
import { envOf } from '../../test/support/json-command.ts'
import { runCommand } from '../../test/support/process.ts'
import { until } from '../../test/support/until.ts'

test('dray sms resend and dray job withdraw work beside a running server, and refuse with the command that fits', async () => {
  await using app = await startDray()
  await using _tasks = runTasks(app)
  const env = envOf(app)
  const partner = await app.partner()
  await until('the first create is answered', async () => (await partner.create()).status === 201)
  const { body } = await partner.create()
  const { job_id } = body

  const early = await runCommand(['sms', 'resend', job_id, '--json'], env)
  assert.equal(early.code, 1)
  assert.match(early.stderr, /too recent: try again in \d+ seconds/)
  await app.db.pool.query(`update sms set created_at = created_at - interval '61 seconds'`)
  const again = await runCommand(['sms', 'resend', job_id, '--json'], env)
  assert.equal(again.code, 0, again.stderr)
  const resent = JSON.parse(again.stdout) as { job_id: string; is_new: boolean; status: string }
  assert.deepEqual([resent.job_id, resent.is_new, resent.status], [job_id, true, 'sent'])

  const misplaced = await runCommand(['job', 'cancel', job_id, '--reason', 'typo'], env)
  assert.equal(misplaced.code, 1)
  assert.match(misplaced.stderr, new RegExp(`is a draft: use \`dray job withdraw ${job_id}`))

  const { rows } = await app.db.pool.query('select short_id from job where id = $1', [job_id])
  const shown = await runCommand(['job', 'show', rows[0].short_id, '--json'], env)
  assert.equal(JSON.parse(shown.stdout).job_id, job_id)
  const unknown = await runCommand(['job', 'show', 'none-has-it'], env)
  assert.match(unknown.stderr, /There is no job none-has-it/)

  const gone = await runCommand(
    ['job', 'withdraw', rows[0].short_id, '--reason', 'typo in the phone', '--json'],
    env,
  )
  assert.equal(gone.code, 0, gone.stderr)
  assert.deepEqual(JSON.parse(gone.stdout), { job_id, withdrawn: true, text_may_have_arrived: true })
  assert.equal((await partner.read(job_id)).status, 404)

  const posted = await partner.create()
  await app.db.pool.query(`update job set status = 'posted' where id = $1`, [posted.body.job_id])
  const refused = await runCommand(['job', 'withdraw', posted.body.job_id, '--reason', 'typo'], env)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /is posted, not a draft: use `dray job cancel/)
})
