import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'node:test'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'

/** A shell between npm and Node would be ended by the signal, and Node and PostgreSQL would keep running. */
test('SIGTERM to `npm start` reaches Dray: it stops in order, and npm ends with 0', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dray-npm-'))
  chmodSync(folder, 0o711)
  const port = await freePort()
  const npm = spawn('npm', ['start'], {
    cwd: path.join(import.meta.dirname, '..', '..'),
    env: { ...process.env, DATA_DIR: path.join(folder, 'data'), PORT: String(port), DATABASE_URL: '' },
    stdio: 'ignore',
  })
  try {
    const ended = once(npm, 'exit')
    const isUp = () =>
      fetch(`http://127.0.0.1:${port}/health/live`).then(
        (response) => response.ok,
        () => false,
      )
    // It may build the web app first.
    await until('the server answers', isUp, 90_000)
    npm.kill('SIGTERM')
    const [code] = (await ended) as [number | null]
    assert.equal(code, 0)
    assert.equal(await isUp(), false, 'Node ended with npm')
  } finally {
    npm.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
