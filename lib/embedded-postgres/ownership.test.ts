import assert from 'node:assert/strict'
import fs from 'node:fs'
import path from 'node:path'
import { after, afterEach, test } from 'node:test'
import { takeLock } from './lock.ts'
import {
  keep,
  postmasterPid,
  query,
  start,
  startInChild,
  stopPostmasterOf,
  tempFolder,
  until,
} from './testing.ts'

// All tests share one cluster: creating it takes longer than any of the tests.
const folder = tempFolder()
afterEach(() => stopPostmasterOf(folder.data))
after(() => folder[Symbol.asyncDispose]())

test('shares with a command beside it, which leaves it running', async () => {
  await using child = startInChild({ dataDir: folder.data })
  // The server may still be creating the cluster; the command waits for it.
  await until(() => fs.existsSync(path.join(folder.data, 'shop.lock')))
  const command = await start(folder.data, { owner: 'command' })
  const { connection } = await child.started
  assert.equal(command.adopted, true)
  assert.deepEqual(command.connection, connection)
  await command.stop()
  assert.deepEqual(await query(connection, 'select 1 as one'), [{ one: 1 }])
})

test('a command beside a server whose start takes long is told to wait, and not to stop the server', async () => {
  const server = await start(folder.data)
  const file = path.join(folder.data, 'shop.lock')
  await server.stop()
  const starting = takeLock(file, 'server')
  assert.ok('lock' in starting)
  await assert.rejects(start(folder.data, { owner: 'command' }), (error: Error) => {
    assert.match(error.message, new RegExp(`process ${process.pid}\\) is still starting.* Try again`))
    assert.doesNotMatch(error.message, /stop that/)
    return true
  })
  starting.lock.release()
})

test('refuses a second server, naming the folder and the process', async () => {
  await using child = startInChild({ dataDir: folder.data })
  const { dataDir } = await child.started
  await assert.rejects(start(folder.data), (error: Error) => {
    assert.match(error.message, new RegExp(`^The data folder ${dataDir} is in use by another Shop server`))
    assert.match(error.message, new RegExp(`process ${child.pid}\\b`))
    return true
  })
})

test('of servers that start at once exactly one wins, also over a dead one', async () => {
  const dead = startInChild({ dataDir: folder.data })
  await dead.started
  await dead.kill('SIGKILL')
  const children = Array.from({ length: 4 }, () => startInChild({ dataDir: folder.data }))
  const outcomes = await Promise.allSettled(children.map((child) => child.started))
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [String(outcome.reason)] : [],
  )
  assert.equal(refusals.length, 3, refusals.join('\n'))
  for (const refusal of refusals) assert.match(refusal, /is in use by another Shop server/)
  await Promise.all(children.map((child) => child.kill('SIGTERM')))
  assert.equal(postmasterPid(folder.data), undefined)
})

test('is the command when no server runs; servers and other commands wait for it', async () => {
  const first = await start(folder.data, { owner: 'command' })
  assert.equal(first.adopted, false)
  const isKept = await keep(first.connection)
  await using second = startInChild({ dataDir: folder.data, owner: 'command' })
  await using server = startInChild({ dataDir: folder.data })
  await first.stop()
  void second.started.then(() => second.kill('SIGTERM'))
  const { connection } = await server.started
  await isKept(connection)
  await second.started
})

test('leaves no PostgreSQL and no lock when it ends without stop()', async () => {
  await using child = startInChild({ dataDir: folder.data })
  await child.started
  await child.kill('SIGUSR2')
  assert.equal(fs.existsSync(path.join(folder.data, 'shop.lock')), false)
  await until(() => postmasterPid(folder.data) === undefined)
})
