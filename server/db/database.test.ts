import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createDatabase } from '../../test/support/database.ts'
import { startPostgresImpostor } from '../../test/support/postgres-impostor.ts'
import { startTcpProxy } from '../../test/support/tcp-proxy.ts'
import { closeDatabase, type Database, openDatabase } from './database.ts'
import { isDatabaseUnavailable } from './errors.ts'
import type { Throttle } from './throttle.ts'

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
    planOnce: 'named',
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

/** A database with one connection that prepares every statement. */
function openPreparing(url: string, throttle?: Throttle) {
  const connection = { connectionString: url }
  const options = { connection, maxConnections: 1, planOnce: 'all' as const, onError: () => {} }
  const database = openDatabase({ ...options, ...(throttle && { throttle }) })
  return { ...database, [Symbol.asyncDispose]: () => closeDatabase(database) }
}

test('decision 41: a connection of the sandbox prepares each statement once, in each form', async () => {
  await using db = await createDatabase()
  await using database = openPreparing(db.url)
  const { kysely, pool } = database
  for (let time = 0; time < 7; time++) {
    await sql`select ${1}::int`.execute(kysely)
    // The same text as of Kysely: they share the kept statement, and not its values.
    const { rows } = await pool.query('select $1::int', [time])
    assert.deepEqual(rows, [{ int4: time }])
    await pool.query('select $1::text', ['a'])
    await pool.query({ text: 'select $1::bool', values: [true] })
    await pool.query('select 1')
  }
  const { rows } = await pool.query(
    'select statement, generic_plans::int as runs from pg_prepared_statements order by statement',
  )
  assert.deepEqual(rows, [
    { statement: 'select $1::bool', runs: 7 },
    { statement: 'select $1::int', runs: 14 },
    { statement: 'select $1::text', runs: 7 },
  ])
})

test('decision 41: a connection of the sandbox pauses before each statement, but not in a transaction', async () => {
  await using db = await createDatabase()
  let pauses = 0
  let counted = 0
  await using database = openPreparing(db.url, {
    async pause() {
      pauses++
    },
    count: () => counted++,
  })
  const { kysely, pool } = database
  await pool.query('select $1::int', [1])
  ;[pauses, counted] = [0, 0]
  await pool.query('select $1::int', [1])
  await sql`select ${1}::int`.execute(kysely)
  await kysely.transaction().execute(async (trx) => {
    for (let time = 0; time < 3; time++) await sql`select ${time}::int`.execute(trx)
  })
  const failing = kysely.transaction().execute((trx) => sql`select 1 / ${0}::int`.execute(trx))
  await assert.rejects(failing, { code: '22012' })
  await assert.rejects(pool.query('select 1 / $1::int', [0]), { code: '22012' })
  assert.deepEqual([pauses, counted], [5, 11])
})

test('decision 41: commits of the sandbox do not wait for the disk, and those of others do', async () => {
  await using db = await createDatabase()
  // The PostgreSQL of the tests waits for no disk.
  await db.pool.query(
    `do $$ begin execute format('alter database %I set synchronous_commit = on', current_database()); end $$`,
  )
  const readSetting = async (isDurable?: boolean) => {
    const connection = { connectionString: db.url }
    const options = { connection, maxConnections: 1, onError: () => {} }
    const database = openDatabase(isDurable === undefined ? options : { ...options, isDurable })
    const { rows } = await database.pool.query<{ synchronous_commit: string }>('show synchronous_commit')
    await closeDatabase(database)
    return rows[0]?.synchronous_commit
  }
  assert.deepEqual([await readSetting(false), await readSetting()], ['off', 'on'])
})

test('decision 41: a connection of the sandbox keeps at most 300 statements, and runs all', async () => {
  await using db = await createDatabase()
  await using database = openPreparing(db.url)
  for (let number = 0; number < 310; number++) {
    const { rows } = await database.pool.query(`select $1::int + ${number} as sum`, [1])
    assert.deepEqual(rows, [{ sum: number + 1 }])
  }
  const { rows } = await database.pool.query('select count(*) as kept from pg_prepared_statements')
  assert.deepEqual(rows, [{ kept: 300 }])
})

test('decision 41: a connection of the sandbox prepares its statements again after a migration has added a column', async () => {
  await using db = await createDatabase()
  await using database = openPreparing(db.url)
  const { kysely, pool } = database
  await pool.query('create table thing (id int)')
  const read = () => sql`select * from thing where id > ${0}`.execute(kysely)
  for (let time = 0; time < 7; time++) await read()
  await pool.query('alter table thing add column size int')
  await assert.rejects(read(), { code: '0A000' })
  await read()
  const { rows } = await pool.query('select count(*) as kept from pg_prepared_statements')
  assert.deepEqual(rows, [{ kept: 1 }], 'the connection is a new one')
})

test('migration 0041 does not analyze an empty table: plans made then would read all jobs', async () => {
  await using db = await createDatabase()
  const { rows } = await db.pool.query(`select reltuples from pg_class where oid = 'job'::regclass`)
  assert.deepEqual(rows, [{ reltuples: -1 }])
})
