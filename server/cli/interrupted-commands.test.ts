import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import { postmasterPid, stopPostmasterOf, tempFolder } from '#lib/embedded-postgres/testing.ts'

const root = path.join(import.meta.dirname, '..', '..')

test('a restore that is interrupted says so, changes nothing and stops the PostgreSQL that it has started', async () => {
  await using folder = tempFolder()
  await using _ = { [Symbol.asyncDispose]: () => stopPostmasterOf(folder.data) }
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder.data }
  const backup = path.join(folder.path, 'backup.tar.gz')
  const dray = (...args: string[]) => [path.join(root, 'bin', 'dray.mjs'), ...args]
  execFileSync(process.execPath, dray('migrate', '--json'), { env })
  execFileSync(process.execPath, dray('backup', backup, '--json'), { env })
  // Reading a pipe waits until somebody opens it for writing: then PostgreSQL runs, and the restore has not begun.
  const journal = path.join(folder.path, 'journal.jsonl')
  execFileSync('mkfifo', [journal])
  const child = spawn(process.execPath, dray('restore', backup, '--journal', journal), {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const ended = once(child, 'close')
  const writer = await open(journal, 'w')
  assert.ok(postmasterPid(folder.data))
  child.kill('SIGINT')
  await writer.close()
  assert.deepEqual(await ended, [1, null])
  assert.equal(stderr, 'Interrupted: nothing was changed\n')
  assert.equal(postmasterPid(folder.data), undefined)
})
