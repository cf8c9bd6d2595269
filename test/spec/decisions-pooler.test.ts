import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { examinePooling } from '../../server/db/pooling.ts'
import { examine } from '../../server/doctor/examine.ts'
import { pooledSkip } from '../support/database.ts'
import { freePort } from '../support/free-port.ts'
import { createInstallation } from '../support/installation.ts'
import { newPhone } from '../support/no-secrets.ts'
import { type PgBouncer, preparedIfPossible, startPgBouncer } from '../support/pgbouncer.ts'
import { runCommand } from '../support/process.ts'
import { written } from '../support/written-checks.ts'

/* Decision 58: Dray runs behind a pooler by transaction. */
const installation = await createInstallation()
after(() => installation[Symbol.asyncDispose]())
const { db } = installation
const service = new URL(db.serviceUrl).username

const pooler = await startPgBouncer(db.url, [service])
after(() => pooler?.[Symbol.asyncDispose]())
const skip = pooler ? false : 'pgbouncer is not installed'
const pooled = (url: string) => (pooler as PgBouncer).pooled(url)

const pooledEnv = () => ({ DATABASE_URL: pooled(db.serviceUrl), DATABASE_OWNER_URL: db.url })
const unnamed = () => ({ ...pooledEnv(), DATABASE_DIRECT_URL: db.serviceUrl, DB_PREPARED: 'off' })

const connectionCheck = async (env: Record<string, string>) =>
  (await examine({ ...installation.env, ...env })).map(written).find(({ name }) => name === 'connections')

test('the doctor names the pooler and its mode, and what has to be set', {
  skip: skip || pooledSkip,
}, async () => {
  const missing = await connectionCheck(pooledEnv())
  assert.match(missing?.detail ?? '', /^PgBouncer.* does not keep prepared statements/)
  assert.match(missing?.remedy ?? '', /DB_PREPARED=off/)
  const indirect = await connectionCheck({ ...unnamed(), DATABASE_DIRECT_URL: '' })
  assert.match(indirect?.remedy ?? '', /DATABASE_DIRECT_URL/)
  const right = await connectionCheck(unnamed())
  assert.equal(right?.status, 'ok')
  assert.match(
    right.detail,
    /^PgBouncer.* by transaction; \d+ of the \d+ connections of PostgreSQL are open now, and past the pooler the nodes open at most 0$/,
  )
  const direct = await connectionCheck({ DATABASE_URL: db.serviceUrl })
  assert.match(direct?.detail ?? '', /^the nodes open at most \d+ of \d+ connections$/)
})

test('named statements behind a pooler that loses them are refused at the start, with the remedy', {
  skip: skip || pooledSkip,
}, async () => {
  const { code, stderr } = await runCommand(['serve'], { ...installation.env, ...pooledEnv(), PORT: '0' })
  assert.equal(code, 1)
  assert.match(stderr, /does not keep prepared statements[\s\S]*DB_PREPARED=off/)
})

test('a pooler by session needs no other setting', { skip }, async () => {
  await using bySession = await startPgBouncer(db.url, [service], { mode: 'session' })
  const connection = { connectionString: bySession?.pooled(db.serviceUrl) ?? '' }
  assert.deepEqual(await examinePooling(connection), { mode: 'session', keepsPrepared: true, leaked: [] })
})

test('a setting that another client left on a connection of the pooler is found', { skip }, async () => {
  await using small = await startPgBouncer(db.url, [service], { settings: { default_pool_size: 2 } })
  const connection = { connectionString: small?.pooled(db.serviceUrl) ?? '' }
  assert.deepEqual((await examinePooling(connection)).leaked, [])
  const other = new Client(connection)
  await other.connect()
  await other.query('set synchronous_commit = off')
  await other.end()
  assert.deepEqual((await examinePooling(connection)).leaked, ['synchronous_commit'])
})

test('a thousand mixed calls leave no setting on a connection of the pooler', { skip }, async () => {
  const prepared = preparedIfPossible()
  await using its = await startPgBouncer(db.url, [service], { settings: prepared.pooler })
  const url = its?.pooled(db.serviceUrl) ?? ''
  const env = { ...unnamed(), DATABASE_URL: url, ...prepared.dray }
  await using node = await installation.start('start', { env, port: await freePort() })
  const live = await installation.partner({}, node)
  const statuses = new Set<number>()
  const note = ({ status }: { status: number }) => statuses.add(status)
  const mixed = async () => {
    const sandbox = await installation.partner({ mode: 'test' }, node)
    for (let time = 0; time < 25; time++) {
      const created = await live.create({ customer_phone: newPhone() })
      note(created)
      for (const answer of [live.read(created.body.job_id), live.estimate({}), sandbox.create({})])
        note(await answer)
      // 409 `world_busy`: two worlds move at a time.
      const moved = await sandbox.call('/sandbox/v1/clock', { method: 'POST', body: { to: 'next' } })
      if (moved.status !== 409) note(moved)
    }
  }
  await Promise.all(Array.from({ length: 8 }, mixed))
  assert.deepEqual(
    [...statuses].toSorted((a, b) => a - b),
    [200, 201],
  )
  // Each holds a connection of the pooler, which has 20.
  const clients = Array.from({ length: 20 }, () => new Client({ connectionString: url }))
  const settings = await Promise.all(
    clients.map(async (client) => {
      await client.connect()
      await client.query('begin')
      const { rows } = await client.query<{ name: string }>(
        `select name from pg_settings where source = 'session' and name not in ('application_name', 'client_encoding')`,
      )
      return rows.map(({ name }) => name)
    }),
  )
  await Promise.all(clients.map((client) => client.end()))
  assert.deepEqual(settings.flat(), [])
})
