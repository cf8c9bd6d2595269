import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { startPostgres } from '#lib/embedded-postgres/start.ts'
import { postmasterPid, tempFolder } from '#lib/embedded-postgres/testing.ts'
import { embeddedApp } from '../../server/db/start-embedded.ts'
import { startLoad } from '../support/create-load.ts'
import { caller, newPartner } from '../support/dray.ts'
import { freshGet } from '../support/fresh-get.ts'
import { preparedIfPossible, startPgBouncer } from '../support/pgbouncer.ts'
import { urlOf } from '../support/postgres-url.ts'
import { startProcess } from '../support/process.ts'
import { shareData } from '../support/shared-data.ts'
import { until } from '../support/until.ts'

test('kill -9 of PostgreSQL behind a pooler, in a storm of creates and sandbox calls: every 201 is there', async (t) => {
  await using folder = tempFolder()
  const dataDir = folder.data
  const postgres = await startPostgres({ app: embeddedApp, dataDir, owner: 'server', log: () => {} })
  await using _stopped = { [Symbol.asyncDispose]: postgres.stop }
  const url = urlOf(postgres.connection).replace('/postgres?', `/${postgres.connection.database}?`)
  const { pooler: prepared, dray: settings } = preparedIfPossible()
  await using pooler = await startPgBouncer(url, [], { settings: { server_login_retry: 1, ...prepared } })
  if (!pooler) return t.skip('pgbouncer is not installed')
  const env = { DATABASE_URL: pooler.pooled(url), DATABASE_DIRECT_URL: url, ...settings }
  await using dray = await startProcess({
    role: 'start',
    env: { ...env, DATA_DIR: path.join(dataDir, 'dray') },
    isFirstStart: true,
  })
  await using data = await shareData(dataDir)
  const call = caller(dray.url)
  const live = await newPartner(data, 'dray', { options: {}, call })
  const sandbox = await newPartner(data, 'dray', { options: { mode: 'test' }, call })
  // Its drafts expire when its clock moves.
  const moved = await newPartner(data, 'dray', { options: { mode: 'test' }, call })
  const moveClock = async () => {
    await moved.create({}).catch(() => null)
    await moved.call('/sandbox/v1/clock', { method: 'POST', body: { to: 'next' } }).catch(() => null)
  }
  await using load = startLoad(live, moveClock)
  await using inSandbox = startLoad(sandbox)
  for (let kill = 1; kill <= 3; kill++) {
    const before = load.acknowledged.length
    await until('the storm runs', () => load.acknowledged.length >= before + 20)
    const killed = postmasterPid(dataDir) as number
    process.kill(killed, 'SIGKILL')
    await until('another PostgreSQL runs', () => ![undefined, killed].includes(postmasterPid(dataDir)))
    await until('it is ready', async () => (await freshGet(`${dray.url}/health/ready`)) === 200)
    assert.equal(await freshGet(`${dray.url}/health/serving`), 200)
  }
  for (const each of [load, inSandbox]) await each[Symbol.asyncDispose]()
  for (const [{ acknowledged, strange }, partner] of [
    [load, live],
    [inSandbox, sandbox],
  ] as const) {
    assert.deepEqual(strange, [], 'answers are 2xx, or 503 in the shape of the document')
    for (const id of acknowledged)
      assert.equal((await partner.read(id)).status, 200, 'every acknowledged job is there')
  }
})
