import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { test } from 'node:test'
import { stopPostmasterOf, tempFolder } from '#lib/embedded-postgres/testing.ts'

const program = path.join(import.meta.dirname, '../../bin/dray.mjs')

// In a bare shell beside servers with DATABASE_URL, an empty list looked like the truth.
test('a command says that no server has run on the database that it found or made', async () => {
  await using folder = tempFolder()
  await using _ = { [Symbol.asyncDispose]: () => stopPostmasterOf(folder.data) }
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder.data }
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, 'sms', 'list'], {
    env,
    encoding: 'utf8',
  })
  assert.deepEqual([status, stdout], [0, 'None.\n'])
  assert.match(stderr, /^Warning: no server has run on the database in \S+ yet; .*DRAY_SETTINGS/)
})
