import assert from 'node:assert/strict'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { isDatabaseUnavailable } from './errors.ts'

const missing = path.join(os.tmpdir(), `dray-missing-${process.pid}`)

/** The error of a connection to a Unix socket that does not exist. */
const connectionError = (): Promise<unknown> =>
  new Promise((resolve) => net.connect(missing).once('error', resolve))

test('the database is unavailable when its Unix socket does not exist', async () => {
  assert.equal(isDatabaseUnavailable(await connectionError()), true)
})

const calls: Record<string, () => Promise<unknown>> = {
  open: () => fs.readFile(missing),
  stat: () => fs.stat(missing),
  rename: () => fs.rename(missing, `${missing}-2`),
  unlink: () => fs.unlink(missing),
  scandir: () => fs.readdir(missing),
}

for (const [name, call] of Object.entries(calls))
  test(`a missing file does not count as an outage of the database: ${name}`, async () => {
    const error = await call().catch((reason: unknown) => reason)
    assert.equal((error as { syscall?: string }).syscall, name)
    assert.equal(isDatabaseUnavailable(error), false)
  })
