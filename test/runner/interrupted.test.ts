import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { test } from 'node:test'
import { descendantsOf, stillThere } from '../support/process-tree.ts'
import { until } from '../support/until.ts'

const root = path.join(import.meta.dirname, '..', '..')

for (const signal of ['SIGTERM', 'SIGINT', 'SIGKILL'] as const)
  test(`npm test, ended by ${signal} while a test runs a server, leaves no process behind`, async () => {
    const withoutOurs = { ...process.env, TEST_DATABASE_URL: undefined, TEST_TEMPLATE_DATABASE: undefined }
    await leavesNothing(['test/run.ts', 'test/faults/slow-clients.test.ts'], {
      env: signal === 'SIGKILL' ? process.env : withoutOurs,
      isRunning: (command) => /dray\.mjs serve/.test(command),
      signal,
    })
  })

test('npm run check, ended by SIGTERM, leaves no process behind', () =>
  leavesNothing(['scripts/check.ts'], {
    env: process.env,
    // What the script in node_modules/.bin starts: it does not end with the script.
    isRunning: (command) => /cli-\S+\/biome check/.test(command),
    signal: 'SIGTERM',
  }))

type Ended = { env: NodeJS.ProcessEnv; isRunning: (command: string) => boolean; signal: NodeJS.Signals }

async function leavesNothing(args: string[], { env, isRunning, signal }: Ended): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: 'ignore' })
  const pid = child.pid ?? 0
  await until('it runs what it starts', () => descendantsOf(pid).some(({ command }) => isRunning(command)))
  const started = descendantsOf(pid)
  const ended = once(child, 'close')
  child.kill(signal)
  await ended
  await until('all have ended', () => stillThere(started).length === 0)
  assert.deepEqual(stillThere(started), [])
}
