import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { takeLock } from './lock.ts'
import { fromPs, processInfo } from './process-info.ts'
import { tempFolder } from './testing.ts'

const run = promisify(execFile)
const ourStart = processInfo(process.pid)?.startedAt

test('a held lock names its holder, and is free when released', async () => {
  await using folder = tempFolder()
  const file = path.join(folder.path, 'lock')
  const first = takeLock(file, 'server')
  assert.ok('lock' in first)
  const second = takeLock(file, 'command')
  assert.ok('holder' in second)
  assert.equal(second.holder.pid, process.pid)
  assert.equal(second.holder.owner, 'server')
  first.lock.release()
  assert.ok('lock' in takeLock(file, 'command'))
  assert.deepEqual(fs.readdirSync(folder.path), ['lock'])
})

for (const [name, content] of [
  ['a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'x:1', owner: 'server' })],
  [
    'a number that another process has now',
    JSON.stringify({ pid: process.pid, startedAt: 'x:1', owner: 'server' }),
  ],
  ['a file torn by a power cut', '{"pid":'],
  ['an empty file', ''],
  ['a file that names nobody', '{}'],
] as const) {
  test(`the lock of ${name} is replaced`, async () => {
    await using folder = tempFolder()
    const file = path.join(folder.path, 'lock')
    fs.writeFileSync(file, content)
    assert.ok('lock' in takeLock(file, 'server'))
    assert.equal((JSON.parse(fs.readFileSync(file, 'utf8')) as { startedAt: string }).startedAt, ourStart)
    assert.deepEqual(fs.readdirSync(folder.path), ['lock'])
  })
}

test('releasing leaves the lock of a later holder alone', async () => {
  await using folder = tempFolder()
  const file = path.join(folder.path, 'lock')
  const first = takeLock(file, 'server')
  assert.ok('lock' in first)
  fs.writeFileSync(file, 'another')
  first.lock.release()
  assert.equal(fs.readFileSync(file, 'utf8'), 'another')
})

test('of many processes that replace dead holders over and over, never two hold it at once', async () => {
  await using folder = tempFolder()
  const file = path.join(folder.path, 'lock')
  const counted = path.join(folder.path, 'held')
  const program = `
    const { takeLock } = await import(process.argv[1])
    const fs = await import('node:fs')
    const [, , file, counted] = process.argv
    const dead = JSON.stringify({ pid: 4194305, startedAt: 'x', nonce: '' })
    for (let held = 0; held < 150; ) {
      const taken = takeLock(file, 'server')
      if (!taken.lock) continue
      fs.closeSync(fs.openSync(counted, 'wx'))
      held++
      fs.rmSync(counted)
      // Dies, as far as the others can tell, at every other time.
      if (held % 2) taken.lock.release()
      else fs.writeFileSync(file + process.pid, dead + held + process.pid), fs.renameSync(file + process.pid, file)
    }`
  const args = [
    '--input-type=module',
    '-e',
    program,
    path.join(import.meta.dirname, 'lock.ts'),
    file,
    counted,
  ]
  // A second concurrent holder fails, because the file `held` already exists.
  await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, args)))
})

test('ps tells the same processes apart as /proc does', (t) => {
  const self = fromPs(process.pid)
  if (!self) return t.skip('no ps here')
  assert.ok(self.command.includes(process.argv[1] ?? ''), self.command)
  assert.equal(fromPs(process.pid)?.startedAt, self.startedAt)
  assert.equal(fromPs(2 ** 22 + 1), null)
  assert.equal(processInfo(2 ** 22 + 1), null)
  assert.notEqual(processInfo(process.pid)?.startedAt, processInfo(process.ppid)?.startedAt)
})
