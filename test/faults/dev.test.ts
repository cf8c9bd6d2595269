import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { utimesSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { createJob } from '#contract/partner.ts'
import { postmasterPid, tempFolder } from '#lib/embedded-postgres/testing.ts'
import { launchBrowser, watch } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

const root = path.join(import.meta.dirname, '..', '..')

test('`npm run dev`: the app comes from its sources, a changed file restarts the server, the database stays', async () => {
  await using folder = tempFolder()
  await using browser = await launchBrowser()
  const first = await startDev(folder.data)
  const accounts = accountsIn(first.output())
  try {
    const database = postmasterPid(folder.data)
    assert.ok(database)
    await seeApp(browser, first.url)
    assert.equal(await statusOfCreate(first.url, accounts.testKey), 201)

    const now = new Date()
    utimesSync(path.join(root, 'server/jobs/states.ts'), now, now)
    await until('the server has restarted', () => /^Restarted in/m.test(first.output()))
    assert.equal(postmasterPid(folder.data), database)
    assert.equal(await statusOfCreate(first.url, accounts.liveKey), 201)
  } finally {
    await first.stop()
  }
  assert.equal(postmasterPid(folder.data), undefined, 'PostgreSQL has ended too')

  const second = await startDev(folder.data)
  await second.stop()
  assert.deepEqual(accountsIn(second.output()), accounts, 'the next start has the same accounts')
})

type Dev = { url: string; output: () => string; stop: () => Promise<void> }

/** Starts `npm run dev` and waits until it has printed the accounts. `stop` is Ctrl-C. */
async function startDev(dataDir: string): Promise<Dev> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const npm = spawn('npm', ['run', 'dev'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port), BASE_URL: url, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(npm, 'exit')
  const written: string[] = []
  npm.stdout.on('data', (chunk: Buffer) => written.push(chunk.toString()))
  const output = () => written.join('')
  const stop = async () => {
    npm.kill('SIGINT')
    await ended
  }
  try {
    await until('the accounts are printed', () => npm.exitCode !== null || output().includes('sms list'))
    assert.equal(npm.exitCode, null, output())
  } catch (error) {
    await stop()
    throw error
  }
  return { url, output, stop }
}

const accountsIn = (output: string) => ({
  testKey: /test key (dray_test_\w+)/.exec(output)?.[1] ?? assert.fail(output),
  liveKey: /live key (dray_live_\w+)/.exec(output)?.[1] ?? assert.fail(output),
  people: [...output.matchAll(/\+34\d{9}/g)].map(([phone]) => phone),
})

/** Signs in with the printed links and sees both areas of the app, which Vite serves. */
async function seeApp(browser: Awaited<ReturnType<typeof launchBrowser>>, url: string): Promise<void> {
  await using context = await browser.newContext({ locale: 'en' })
  const page = await context.newPage()
  const faults = watch(page, url)
  for (const [person, heading] of [
    ['customer', 'Your jobs'],
    ['carrier', 'Jobs nearby'],
  ] as const) {
    await page.goto(`${url}/dev/sign-in/${person}`)
    await page.getByRole('heading', { name: heading }).waitFor()
  }
  assert.equal(await page.locator('script[src="/app/@vite/client"]').count(), 1)
  assert.deepEqual(faults, [])
}

async function statusOfCreate(url: string, apiKey: string): Promise<number> {
  const { external_reference: _, ...job } = createJob.example
  const { status } = await fetch(url + createJob.url, {
    method: createJob.method,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(job),
  })
  return status
}
