import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'node:test'
import { tempFolder } from '#lib/embedded-postgres/testing.ts'
import { createDatabase } from '../support/database.ts'
import { runCommand, startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'

describe('roles start, serve and work (DESIGN 2)', { concurrency: 2 }, () => {
  test('a worker that is first leaves the test key to the role that shows it', async () => {
    await using folder = tempFolder()
    await using db = await createDatabase()
    const env = { DATABASE_URL: db.url, DATA_DIR: folder.data }
    await using _worker = await startProcess({ role: 'work', env })
    assert.deepEqual((await db.pool.query('select from partner')).rows, [])
    await using server = await startProcess({ role: 'start', env, isFirstStart: true })
    // The server may be ready before its key has come through the pipe.
    const shown = /test key, shown this once: dray_test_[0-9A-Za-z]{32}\n/
    await until('the key is shown', () => shown.test(server.output.stdout))
  })

  test('serve and work without DATABASE_URL are refused, and start no PostgreSQL', async () => {
    await using folder = tempFolder()
    for (const role of ['serve', 'work']) {
      const ran = await runCommand([role], { DATA_DIR: folder.data })
      assert.equal(ran.code, 1)
      assert.equal(ran.stdout, '')
      assert.match(ran.stderr, new RegExp(`^dray ${role} .* set DATABASE_URL, .*\n$`))
    }
    assert.ok(!existsSync(path.join(folder.data, 'postgres')))
  })

  test('`dray version` and `--version` print the version of package.json', async () => {
    const manifest = readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')
    const { version } = JSON.parse(manifest) as { version: string }
    for (const words of [['--version'], ['version']])
      assert.deepEqual(await runCommand(words, {}), { code: 0, stdout: `${version}\n`, stderr: '' })
    const { stdout } = await runCommand(['version', '--json'], {})
    assert.deepEqual(JSON.parse(stdout), { version })
  })
})
