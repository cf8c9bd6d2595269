import assert from 'node:assert/strict'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { test } from 'node:test'
import { readPostmasterFile, removeStaleFiles, runningPostmaster } from './postmaster-file.ts'
import { tellsClientData } from './server-log.ts'
import { app, tempFolder } from './testing.ts'

const contentFor = (pid: number) => `${pid}\n/x\n1700000000\n5432\n/run/x\n\n  123 4\nready   \n`

test('postmaster.pid is read line by line; absent or half-written it is none', async () => {
  await using folder = tempFolder()
  const file = path.join(folder.path, 'postmaster.pid')
  assert.equal(readPostmasterFile(folder.path), null)
  fs.writeFileSync(file, '')
  assert.equal(readPostmasterFile(folder.path), null)
  fs.writeFileSync(file, contentFor(77))
  assert.deepEqual(readPostmasterFile(folder.path), { pid: 77, port: 5432, socketDir: '/run/x', ready: true })
  fs.writeFileSync(file, contentFor(-77).replace('ready', 'starting'))
  assert.deepEqual(readPostmasterFile(folder.path), {
    pid: 77,
    port: 5432,
    socketDir: '/run/x',
    ready: false,
  })
})

test('a living process that is not a postmaster of this folder is not taken for one, and its file is removed', async () => {
  await using folder = tempFolder()
  const file = path.join(folder.path, 'postmaster.pid')
  fs.writeFileSync(file, contentFor(process.pid))
  assert.equal(runningPostmaster(folder.path), null)
  await removeStaleFiles(pathsIn(folder.path))
  assert.equal(fs.existsSync(file), false)
})

test('while something answers on the socket the file stays', async () => {
  await using folder = tempFolder()
  const file = path.join(folder.path, 'postmaster.pid')
  fs.writeFileSync(file, contentFor(2 ** 22 + 1))
  const server = net
    .createServer((socket) => socket.destroy())
    .listen(path.join(folder.path, '.s.PGSQL.5432'))
  await assert.rejects(removeStaleFiles(pathsIn(folder.path)), /another container.+DATA_DIR/)
  assert.equal(fs.existsSync(file), true)
  server.close()
})

test('lines that may quote a client are recognised', () => {
  for (const line of [
    'client backend|ERROR:  invalid input syntax for type uuid: "x"',
    'client backend|WARNING:  x',
    'client backend|FATAL:  password authentication failed',
    '\tfrom jobs where phone = x',
  ]) {
    assert.equal(tellsClientData(line), true, line)
  }
  for (const line of [
    'postmaster|LOG:  database system is ready to accept connections',
    'checkpointer|ERROR:  could not write to file: No space left on device',
    'client backend|PANIC:  could not fsync file',
  ]) {
    assert.equal(tellsClientData(line), false, line)
  }
})

function pathsIn(folder: string) {
  return {
    app,
    cluster: folder,
    socketDir: folder,
    dataDir: folder,
    secret: '',
    lock: '',
    account: undefined,
  }
}
