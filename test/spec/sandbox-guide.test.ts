import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { cardOutcomes, moves } from '#contract/sandbox/moves.ts'
import { stories } from '#contract/sandbox/stories.ts'
import { sandboxOperations } from '#contract/sandbox/world.ts'
import { startDray } from '../support/dray.ts'
import { sandboxUser } from '../support/sandbox.ts'

const run = promisify(execFile)
const guide = readFileSync(path.join(import.meta.dirname, '../../docs/partner-guide.md'), 'utf8')
const part = guide.slice(guide.indexOf('## The sandbox'), guide.indexOf('## Before you go live'))
const samples = [...part.matchAll(/^```bash\n([^]*?)^```/gm)].map(([, code]) => code ?? '')

const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
)

test('sandbox: the samples of the guide work as they stand on the page', {
  skip: !hasCurl && 'no curl',
}, async () => {
  await using app = await startDray()
  const user = await sandboxUser(app)
  const jobId = await user.begin('by_hand')
  assert.equal(samples.length, 2)
  for (const sample of samples.toReversed()) {
    const code = sample
      .replaceAll('{base_url}', app.url)
      .replaceAll('YOUR_TEST_KEY', user.apiKey)
      .replaceAll('JOB_ID', jobId)
    const { stdout } = await run('sh', ['-c', code])
    const answer = JSON.parse(stdout) as { error?: string }
    assert.equal(answer.error, undefined, stdout)
  }
})

test('sandbox: the guide names every operation, move and card', () => {
  for (const { method, url } of sandboxOperations.filter(({ operationId }) => operationId !== 'readClock'))
    assert.ok(
      part.includes(`${method} ${url.replace(/:(\w+)/g, '{$1}')}`) || part.includes(url),
      `${method} ${url}`,
    )
  for (const word of [...cardOutcomes, ...moves]) assert.ok(part.includes(`\`${word}\``), word)
})

test('sandbox: the page of the guide shows every story', async () => {
  await using app = await startDray()
  const { text } = await app.fetch('/docs')
  for (const { phone } of stories) assert.ok(text.includes(phone), phone)
})
