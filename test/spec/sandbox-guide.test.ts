import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startDray } from '../support/dray.ts'
import { sandboxUser } from '../support/sandbox.ts'

const run = promisify(execFile)

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

test('sandbox: the samples of the guide work as they stand on the page', {
  skip: !hasCurl && 'no curl',
}, async () => {
  await using app = await startDray()
  const user = await sandboxUser(app)
  const { text } = await app.fetch('/docs/sandbox.md')
  const samples = [...text.matchAll(/^```bash\n([^]*?)^```/gm)].map(([, code = '']) => code)
  assert.equal(samples.length, 6)
  const [create = '', advance = '', read = '', toNext = '', named = '', move = ''] = samples
  const runSample = async (sample: string, jobId = '') => {
    const code = sample
      .replaceAll('http://dray.test', app.url)
      .replaceAll('YOUR_TEST_KEY', user.apiKey)
      .replaceAll('JOB_ID', jobId)
    const { stdout } = await run('sh', ['-c', code])
    const answer = JSON.parse(stdout) as {
      error?: string
      job_id?: string
      status?: string
      remaining_seconds?: number
    }
    assert.equal(answer.error, undefined, stdout)
    return answer
  }
  const { job_id: jobId } = await runSample(create)
  // On a busy machine the call ends early, and the page says to send what is left.
  const { remaining_seconds } = await runSample(advance)
  if (remaining_seconds) await user.pass(remaining_seconds)
  assert.equal((await runSample(read, jobId)).status, 'completed')
  await runSample(move, await user.begin('by_hand'))
  await runSample(toNext)
  await runSample(named)
})
