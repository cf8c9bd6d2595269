import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startDray } from '../../test/support/dray.ts'
import { positionsOf } from '../../test/support/positions.ts'
import { runCommand } from '../../test/support/process.ts'
import { sandboxUser } from '../../test/support/sandbox.ts'

const app = await startDray()
after(() => app[Symbol.asyncDispose]())
const user = await sandboxUser(app)

const dray = (...args: string[]) =>
  runCommand(['sandbox', ...args, '--url', app.url], { DRAY_TEST_KEY: user.apiKey })

// In this story no other step is due for days, so seconds between the commands make no difference on a slow machine.
test('a job lives by the commands: a story, its clock, a move and its texts', async () => {
  const jobId = await user.begin('hold_renewed')
  assert.match((await dray('stories')).stdout, /\+447700900001/)
  assert.match((await dray('advance', '--seconds', '20')).stdout, /the total is held/)
  assert.match((await dray('advance')).stdout, /hold renewed/)
  assert.match((await dray('move', jobId, 'accept')).stdout, /accepted/)
  const shown = JSON.parse((await dray('job', jobId, '--json')).stdout) as { status: string }
  assert.equal(shown.status, 'accepted')
  assert.match((await dray('sms', '--job', jobId)).stdout, /\/draft\//)
})

test('the carrier drives as much of the way as the command says', async () => {
  const jobId = await user.begin('by_hand')
  for (const move of ['sign_in', 'pay', 'publish', 'accept', 'collect'] as const) await user.move(jobId, move)
  const driven = await dray('move', jobId, 'drive', '--way-percent', '25', '--json')
  assert.equal(driven.code, 0, driven.stderr)
  const [quarter] = await positionsOf(app, jobId)
  await user.move(jobId, 'drive', { way_percent: 25 })
  assert.deepEqual(await positionsOf(app, jobId), [quarter])
  const wrong = await dray('move', jobId, 'drive', '--way-percent', '101')
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /way_percent/)
})

test('a move that is not possible fails with the moves that are', async () => {
  const jobId = await user.begin('by_hand')
  const { code, stderr } = await dray('move', jobId, 'deliver')
  assert.equal(code, 1)
  assert.match(stderr, /possible now: open, sign_in/)
})

test('without a key, and without an answer, the command says what to do', async () => {
  const none = await runCommand(['sandbox', 'stories', '--url', app.url], { DRAY_TEST_KEY: '' })
  assert.match(none.stderr, /DRAY_TEST_KEY/)
  const silent = await runCommand(['sandbox', 'stories', '--url', 'http://127.0.0.1:1'], {
    DRAY_TEST_KEY: user.apiKey,
  })
  assert.match(silent.stderr, /Nothing answers/)
  assert.ok(!silent.stderr.includes(user.apiKey))
})

test('a world is named by an option of each command', async () => {
  const headers = { 'dray-world': 'cli' }
  const { body } = await user.create({ customer_phone: '+447700900001' }, headers)
  const inWorld = async (...args: string[]) => {
    const { stdout, stderr, code } = await dray(...args, '--world', 'cli', '--json')
    assert.equal(code, 0, stderr)
    return JSON.parse(stdout) as { world?: string; status?: string }
  }
  assert.match(JSON.stringify(await inWorld('jobs')), new RegExp(body.job_id))
  assert.equal((await inWorld('move', body.job_id, 'sign_in')).world, 'cli')
  assert.equal((await inWorld('advance', '--to', 'end')).world, 'cli')
  assert.equal((await inWorld('job', body.job_id)).status, 'completed')
  assert.ok(!(await dray('jobs', '--json')).stdout.includes(body.job_id))
  const reset = await dray('reset', '--world', 'cli')
  assert.equal(reset.code, 0, reset.stderr)
  assert.equal((await user.read(body.job_id)).status, 404)
  const wrong = await dray('jobs', '--world', 'a b')
  assert.equal(wrong.code, 1)
  assert.match(wrong.stderr, /1 to 64 letters/)
})

test('the sandbox of the key is emptied, and its calls used up', async () => {
  const jobId = await user.begin('by_hand')
  assert.equal((await dray('reset')).code, 0)
  assert.equal((await user.read(jobId)).status, 404)
  assert.match((await dray('limit', '5', '--json')).stdout, /"remaining": 5/)
})
