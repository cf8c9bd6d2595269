import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { postmasterPid, tempFolder } from '#lib/embedded-postgres/testing.ts'
import { launchProcess, startProcess } from '../support/process.ts'
import { descendantsOf, stillThere } from '../support/process-tree.ts'
import { until } from '../support/until.ts'

const program = path.join(import.meta.dirname, '../../bin/dray.mjs')

test('a signal to the old Node that launched the pinned one ends all of Dray, with its exit code', async () => {
  await using folder = tempFolder()
  const env = { DATA_DIR: folder.data }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const) {
    await using dray = await startProcess({ role: 'start', env, isFirstStart: true, node: oldNode() })
    const running = descendantsOf(dray.pid)
    assert.ok(
      running.some(({ command }) => command.includes('postgres')),
      'Dray and PostgreSQL run below the launcher',
    )
    dray.signal(signal)
    const wanted = signal === 'SIGKILL' ? { code: null, signal } : { code: 0, signal: null }
    assert.deepEqual(await dray.ended, wanted, signal)
    if (signal !== 'SIGKILL') assert.deepEqual(stillThere(running), [], signal)
    await until(`nothing is left after ${signal}`, () => stillThere(running).length === 0)
    assert.equal(postmasterPid(folder.data), undefined)
  }
})

test('two signals, as Ctrl-C in a terminal sends them, stop it in order like one', async () => {
  await using folder = tempFolder()
  const env = { DATA_DIR: folder.data }
  await using dray = await startProcess({ role: 'start', env, isFirstStart: true, node: oldNode() })
  const running = descendantsOf(dray.pid)
  const server = running.find(({ command }) => command.includes('dray.mjs'))
  assert.ok(server)
  process.kill(server.pid, 'SIGINT')
  dray.signal('SIGINT')
  assert.deepEqual(await dray.ended, { code: 0, signal: null })
  assert.equal(dray.output.stderr.match(/"stopping"/g)?.length, 1)
  assert.deepEqual(stillThere(running), [])
})

test('a signal while the pinned Node still loads ends both, by that signal or in order', async () => {
  await using folder = tempFolder()
  const env = { DATA_DIR: folder.data }
  await using dray = await launchProcess({ role: 'start', env, isFirstStart: true, node: oldNode() })
  await until('the pinned Node runs', () => descendantsOf(dray.pid).length > 0)
  const running = descendantsOf(dray.pid)
  dray.signal('SIGTERM')
  const { code, signal } = await dray.ended
  assert.ok(code === 0 || signal === 'SIGTERM', `${code} ${signal}`)
  assert.deepEqual(stillThere(running), [])
})

test('the exit code and the output of a command come through', () => {
  const [node, ...args] = oldNode()
  const run = (...given: string[]) => spawnSync(node, [...args, program, ...given], { encoding: 'utf8' })
  const shown = run('--version')
  assert.deepEqual([shown.status, shown.stderr], [0, ''])
  assert.match(shown.stdout, /^\d+\.\d+\.\d+\n$/)
  assert.equal(run('no-such-command').status, 1)
})

/** A Node of this machine that is too old for Dray, else this one, which says that it is. */
function oldNode(): readonly [string, ...string[]] {
  const found = (process.env.PATH ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, 'node'))
    .find((file) => existsSync(file) && majorOf(file) < 24)
  const pretend = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.0.0' } })`
  return found
    ? [found]
    : [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(pretend)}`]
}

const majorOf = (file: string) =>
  Number(spawnSync(file, ['-p', 'process.versions.node'], { encoding: 'utf8' }).stdout.split('.')[0])
