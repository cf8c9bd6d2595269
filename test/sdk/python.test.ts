import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import type http from 'node:http'
import path from 'node:path'
import test, { after } from 'node:test'
import { stories } from '#contract/sandbox/stories.ts'
import { revokeKey } from '../../server/keys/issue.ts'
import { startDray } from '../support/dray.ts'
import { closedPort, serveLocally } from '../support/local-server.ts'
import { pythonEnv, pythonMissing } from '../support/python.ts'
import { until } from '../support/until.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'sdk', 'python')

/** Downloads of the held photo, which wait for `/release`. */
const waiting = new Set<() => void>()
const onePixel = Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64')

/** What the Python tests ask for: a photo that is held back, and changes of a job's status. */
const host = await serveLocally((request, response) => void control(request.url ?? '', response))
const app = await startDray({ PHOTO_SOURCES_ALLOWED: host.host })
after(async () => {
  await app[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})

async function control(url: string, response: http.ServerResponse): Promise<void> {
  const [, status, jobId] = /^\/status\/(\w+)\/([\w-]+)$/.exec(url) ?? []
  if (url === '/held.gif') return void waiting.add(() => response.end(onePixel))
  if (url === '/held') await until('Dray asks for the photo', () => waiting.size > 0)
  if (url === '/release') release()
  if (status)
    await app.db.pool.query('update job set status = $1, updated_at = now() where id = $2', [status, jobId])
  response.end()
}

function release(): void {
  for (const answer of waiting) answer()
  waiting.clear()
}

test('the tests of sdk/python pass against a running Dray', { skip: pythonMissing }, async (t) => {
  const blindEnv = { GEOCODER: 'nominatim', NOMINATIM_URL: `http://127.0.0.1:${await closedPort()}` }
  await using blind = await startDray(blindEnv, { beside: app })
  const [partner, other, limited, revoked, spent, live] = [
    await app.partner({ mode: 'test' }),
    await app.partner({ mode: 'test' }),
    await app.partner({ mode: 'test', rateLimit: 1 }),
    await app.partner({ mode: 'test' }),
    await app.partner({ mode: 'test' }),
    await app.partner(),
  ]
  await revokeKey(app.db, revoked.keyId)
  const { code, stderr } = await runPython(['-m', 'unittest', 'discover', '-s', 'tests', '-t', '.', '-v'], {
    DRAY_URL: app.url,
    DRAY_BLIND_URL: blind.url,
    DRAY_CONTROL_URL: host.url,
    DRAY_HELD_PHOTO: `${host.url}/held.gif`,
    DRAY_TEST_KEY: partner.apiKey,
    DRAY_OTHER_KEY: other.apiKey,
    DRAY_LIMITED_KEY: limited.apiKey,
    DRAY_REVOKED_KEY: revoked.apiKey,
    DRAY_SPENT_KEY: spent.apiKey,
    DRAY_LIVE_KEY: live.apiKey,
    DRAY_STORIES: String(stories.length),
  })
  assert.equal(code, 0, stderr)
  const passed = [...stderr.matchAll(/^test_\w+ .*\.\.\. ok$/gm)].length
  t.diagnostic(`${passed} Python tests passed`)
  assert.equal(passed, testsInFiles(), `all tests ran, and none was skipped:\n${stderr}`)
})

test('the first example of its README runs as it is pasted', { skip: pythonMissing }, async () => {
  const readme = readFileSync(path.join(folder, 'README.md'), 'utf8')
  const [, example = ''] = /```python\n([^]*?)```/.exec(readme) ?? []
  const { apiKey } = await app.partner({ mode: 'test' })
  const code = example.replace('https://YOUR_SERVICE', app.url)
  const { code: status, stdout, stderr } = await runPython(['-c', code], { DRAY_API_KEY: apiKey })
  assert.equal(status, 0, stderr)
  assert.match(
    stdout,
    /^288\.26 This price is approximate.*\n[0-9a-f-]{36} http:\/\/dray\.test\/draft\/.*\ndraft\n$/,
  )
})

const testsInFiles = (): number =>
  globSync('tests/test_*.py', { cwd: folder }).reduce(
    (sum, file) => sum + [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^ +def test_/gm)].length,
    0,
  )

type Ran = { code: number; stdout: string; stderr: string }

function runPython(args: string[], env: Record<string, string>): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: pythonEnv(env), timeout: 240_000 }
    execFile('python3', args, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) || 1 : 0, stdout, stderr }),
    )
  })
}
