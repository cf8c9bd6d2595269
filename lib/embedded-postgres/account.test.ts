import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { chooseAccount } from './account.ts'
import {
  isRoot,
  keep,
  needsAnotherAccount,
  nobody,
  start,
  startInChild,
  stopPostmasterOf,
  tempFolder,
} from './testing.ts'

const passwdLine = (name: string, uid: number) => `${name}:x:${uid}:${uid}::/:/bin/sh\n`
const needsRoot = { skip: !isRoot && 'needs root' }

test('takes postgres, then nobody, then the first ordinary user, never root', () => {
  const root = passwdLine('root', 0)
  const user = passwdLine('ana', 1000)
  const system = passwdLine('daemon', 1)
  assert.deepEqual(chooseAccount(root + user + passwdLine('nobody', 65534) + passwdLine('postgres', 101)), {
    uid: 101,
    gid: 101,
  })
  assert.deepEqual(chooseAccount(root + user + passwdLine('nobody', 65534)), nobody)
  assert.deepEqual(chooseAccount(root + system + user), { uid: 1000, gid: 1000 })
  assert.equal(chooseAccount(root + system), undefined)
  assert.equal(chooseAccount(`${root}\n#comment\n`), undefined)
})

test('runs as an ordinary user', needsAnotherAccount, async () => {
  await using folder = tempFolder('data', nobody)
  const env = { HOME: folder.path, TMPDIR: folder.path }
  const first = startInChild({ dataDir: folder.data }, { account: nobody, env })
  const isKept = await keep((await first.started).connection)
  assert.equal(fs.statSync(path.join(folder.data, 'postgres')).uid, nobody.uid)
  assert.equal(fs.statSync(folder.data).mode & 0o777, 0o700)
  await first.kill('SIGKILL')
  await using second = startInChild({ dataDir: folder.data }, { account: nobody, env })
  const { connection, adopted } = await second.started
  assert.equal(adopted, true)
  await isKept(connection)
  await second.kill('SIGTERM')
  // Root then runs the same cluster as its owner.
  const third = await start(folder.data)
  assert.equal(fs.statSync(path.join(folder.data, 'postgres')).uid, nobody.uid)
  await third.stop()
})

test('shows the remedy to a user id without an account', needsAnotherAccount, async () => {
  const bare = { uid: 54_321, gid: 54_321 }
  await using folder = tempFolder('data', bare)
  const child = startInChild({ dataDir: folder.data }, { account: bare })
  await assert.rejects(child.started, /user id 54321 has none.+DATABASE_URL/)
  await child.kill('SIGTERM')
})

test('keeps the data in a system folder when root wants it in a closed one', needsRoot, async () => {
  await using folder = tempFolder()
  fs.chmodSync(folder.path, 0o700)
  const first = await start(folder.data)
  const isKept = await keep(first.connection)
  await first.stop()
  assert.match(first.dataDir, /^\/var\/lib\/shop\/[0-9a-f]{16}$/)
  // The existing data decides the folder, even if the requested folder is accessible by now.
  fs.chmodSync(folder.path, 0o711)
  const second = await start(folder.data)
  assert.equal(second.dataDir, first.dataDir)
  await isKept(second.connection)
  await second.stop()
  await stopPostmasterOf(first.dataDir)
  fs.rmSync(first.dataDir, { recursive: true })
})

test('refuses a database of another account, naming the remedy', needsAnotherAccount, async () => {
  await using folder = tempFolder('data', nobody)
  fs.mkdirSync(path.join(folder.data, 'postgres'), { recursive: true })
  fs.chownSync(folder.data, nobody.uid, nobody.gid)
  const child = startInChild({ dataDir: folder.data }, { account: nobody })
  await assert.rejects(child.started, /belongs to user id 0.+DATA_DIR/)
  await child.kill('SIGTERM')
})

test('refuses a data folder that it cannot write, naming the remedy', async () => {
  await using folder = tempFolder()
  fs.writeFileSync(folder.data, 'a file')
  await assert.rejects(start(folder.data), /cannot write in its data folder.+DATA_DIR/)
})
