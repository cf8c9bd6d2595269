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

test('decision 43: a plan that was made while a table was small uses the index when it is large', async () => {
  await using db = await createDatabase()
  await db.pool.query(`
    create table parent (id int primary key);
    create table child (parent_id int references parent);
    analyze parent, child`)
  const database = openDatabase({
    connection: { connectionString: db.url },
    maxConnections: 1,
    planOnce: true,
    onError: () => {},
  })
  await using _closed = { [Symbol.asyncDispose]: () => closeDatabase(database) }
  const scans = await database.kysely.transaction().execute(async (trx) => {
    const useBoth = async (times: number) => {
      for (let time = 0; time < times; time++) {
        await sql`insert into child values (${1}::int)`.execute(trx)
        await sql`select id from parent where id = any(${[1]}::int[])`.execute(trx)
      }
    }
    await sql`insert into parent values (1)`.execute(trx)
    await useBoth(8)
    await sql`insert into parent select generate_series(2, 10000)`.execute(trx)
    await useBoth(2)
    const { rows } = await sql<{ seq_scan: number; seq_tup_read: number; idx_scan: number }>`
      select seq_scan, seq_tup_read, idx_scan from pg_stat_xact_user_tables where relname = 'parent'`.execute(
      trx,
    )
    return rows[0]
  })
  assert.deepEqual(scans, { seq_scan: 0, seq_tup_read: 0, idx_scan: 20 })
})

test('migration 0041 does not analyze an empty table: plans made then would read all jobs', async () => {
  await using db = await createDatabase()
  const { rows } = await db.pool.query(`select reltuples from pg_class where oid = 'job'::regclass`)
  assert.deepEqual(rows, [{ reltuples: -1 }])
})
