import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '../../test/support/database.ts'
import { startPostgresImpostor } from '../../test/support/postgres-impostor.ts'
import { startTcpProxy } from '../../test/support/tcp-proxy.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'

const ways: Record<string, (database: Database) => Promise<unknown>> = {
  pool: ({ pool }) => pool.query('select 1'),
  kysely: ({ kysely }) => sql`select 1`.execute(kysely),
  transaction: ({ kysely }) => kysely.transaction().execute((trx) => sql`select 1`.execute(trx)),
}

// An error event without a listener would fail these tests, as it would end the server.
for (const failure of ['cuts', 'hangs'] as const) {
  for (const [way, ask] of Object.entries(ways)) {
    test(`a PostgreSQL that ${failure} in the middle of a statement of the ${way} is unavailable, no more`, async () => {
      await using impostor = await startPostgresImpostor(failure)
      const database = openDatabase({
        connection: { connectionString: impostor.url },
        maxConnections: 1,
        statementTimeoutMs: 1,
        onError: () => {},
      })
      await assert.rejects(ask(database), isDatabaseUnavailable)
      // Not awaited: closing would wait for the connection that hangs.
      void closeDatabase(database)
    })
  }
}

test('a row is committed when its insert has been answered, also after a begin was given up while PostgreSQL hung', async () => {
  await using direct = await createDatabase()
  await direct.pool.query('create table kept (word text)')
  await using proxy = await startTcpProxy(direct.url)
  const database = openDatabase({
    connection: { connectionString: proxy.url },
    maxConnections: 1,
    // Long enough for the statements that are not frozen.
    statementTimeoutMs: 500,
    onError: () => {},
  })
  await database.pool.query('select 1')
  proxy.freeze()
  const transaction = database.kysely.transaction().execute((trx) => sql`select 1`.execute(trx))
  await assert.rejects(transaction, isDatabaseUnavailable)
  proxy.thaw()
  await database.pool.query(`insert into kept values ('acknowledged')`)
  assert.deepEqual((await direct.pool.query('select word from kept')).rows, [{ word: 'acknowledged' }])
  await closeDatabase(database)
})

test('a connection is used again after a statement that PostgreSQL refused', async () => {
  await using db = await createDatabase()
  const database = openDatabase({
    connection: { connectionString: db.url },
    maxConnections: 1,
    onError: () => {},
  })
  const pid = async () => (await database.pool.query('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await pid()
  await assert.rejects(sql`select 1 / 0`.execute(database.kysely), { code: '22012' })
  const inTransaction = database.kysely.transaction().execute((trx) => sql`select 1 / 0`.execute(trx))
  await assert.rejects(inTransaction, { code: '22012' })
  assert.equal(await pid(), before)
  await closeDatabase(database)
})

test('decision 58: a statement that runs for too long is cancelled, and its connection used again', async () => {
  await using db = await createDatabase()
  const database = openDatabase({
    connection: { connectionString: db.url },
    maxConnections: 1,
    statementTimeoutMs: 300,
    onError: () => {},
  })
  await using _closed = { [Symbol.asyncDispose]: () => closeDatabase(database) }
  const pid = async () => (await database.pool.query('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await pid()
  for (const ask of [
    () => database.kysely.transaction().execute((trx) => sql`select pg_sleep(20)`.execute(trx)),
    () => sql`select pg_sleep(20)`.execute(database.kysely),
  ])
    await assert.rejects(ask(), { code: '57014' })
  assert.equal(await pid(), before)
  const { rows } = await db.pool.query(
    `select from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'`,
  )
  assert.deepEqual(rows, [])
})

test('decision 58: a connection to a server that only reads since a failover leaves the pool', async () => {
  await using db = await createDatabase()
  await db.pool.query('create table kept (word text)')
  const database = openDatabase({
    connection: { connectionString: db.url },
    maxConnections: 1,
    onError: () => {},
  })
  await using _closed = { [Symbol.asyncDispose]: () => closeDatabase(database) }
  const pid = async () => (await database.pool.query('select pg_backend_pid() as pid')).rows[0]?.pid
  const before = await pid()
  const write = database.kysely
    .transaction()
    .setAccessMode('read only')
    .execute((trx) => sql`insert into kept values ('x')`.execute(trx))
  await assert.rejects(write, { code: '25006' })
  assert.notEqual(await pid(), before)
})

test('decision 58: no session has a setting of ours, and DB_PREPARED=off leaves no prepared statement', async () => {
  await using db = await createDatabase()
  for (const [unprepared, expected] of [
    [false, ['named']],
    [true, []],
  ] as const) {
    const connection = { connectionString: db.url, unprepared }
    const database = openDatabase({ connection, maxConnections: 1, onError: () => {} })
    await database.pool.query({ name: 'named', text: 'select $1::integer', values: [1] })
    const { rows } = await database.pool.query<{ prepared: string[]; settings: string[] }>(
      `select array(select name from pg_prepared_statements) as prepared,
         array(select name from pg_settings where source = 'session') as settings`,
    )
    assert.deepEqual(rows, [{ prepared: expected, settings: [] }])
    const given = await database.pool.query(
      `select name from pg_settings where source = 'client' and name not in ('application_name', 'client_encoding')`,
    )
    assert.deepEqual(given.rows, [])
    await closeDatabase(database)
  }
})

test('migration 0041 does not analyze an empty table: plans made then would read all jobs', async () => {
  await using db = await createDatabase()
  const { rows } = await db.pool.query(`select reltuples from pg_class where oid = 'job'::regclass`)
  assert.deepEqual(rows, [{ reltuples: -1 }])
})
