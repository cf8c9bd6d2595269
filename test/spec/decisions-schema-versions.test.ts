import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { closeDatabase, openDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { knownMigrations, type MigrationText } from '../../server/db/migration-files.ts'
import { beat } from '../../server/db/nodes.ts'
import { readSchemaState, refuseSchema } from '../../server/db/schema-state.ts'
import { newId } from '../../server/lib/ids.ts'
import { drayVersion } from '../../server/lib/version.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { runCommand } from '../support/process.ts'
import { lockTable } from '../support/table-lock.ts'

/* Decision 59: releases one can go back from. */
const known = knownMigrations()
const version = drayVersion()

const expand = { name: '9001_expand', text: 'alter table node add column later text;' }
const contract = {
  name: '9002_contract',
  text: '-- oldest version: 9.1.0\nalter table node drop column later;',
}

const upgrade = (db: TestDatabase, to: string, ...more: MigrationText[]) =>
  migrate(db.kysely, { migrations: [...known, ...more], version: to })

const command = (db: TestDatabase, ...args: string[]) =>
  runCommand(args, { DATABASE_URL: db.serviceUrl, DATABASE_OWNER_URL: db.url })

test('a version starts on a newer schema that only has more, and the doctor says so', async () => {
  await using db = await createDatabase()
  assert.deepEqual(await upgrade(db, '9.0.0', expand), ['9001_expand'])
  assert.equal((await readSchemaState(db.kysely)).state, 'newer')
  const { code, stdout } = await command(db, 'partner', 'list', '--json')
  assert.deepEqual([code, stdout.trim()], [0, '[]'])
  assert.match((await command(db, 'doctor')).stdout, /schema.*of Dray 9\.0\.0, on which this version may run/)
  assert.deepEqual(await migrate(db.kysely), [], 'and it changes nothing')
  assert.equal((await readSchemaState(db.kysely)).release?.newest, '9.0.0')
})

test('a version that the schema no longer fits does not start, and is told which may', async () => {
  await using db = await createDatabase()
  await upgrade(db, '9.1.0', expand, contract)
  const { code, stderr } = await command(db, 'partner', 'list')
  assert.equal(code, 1)
  assert.match(
    stderr,
    /used by Dray version 9\.1\.0, and .* cannot run on it[\s\S]*Start 9\.1\.0 or newer, or restore/,
  )
  assert.doesNotMatch(stderr, /corrupted|at .*\.ts/)
})

test('a database of another line of Dray is refused with its changes', async () => {
  await using db = await createDatabase()
  await upgrade(db, '9.0.0', expand)
  const other = { known: [...known.map(({ name }) => name), '9000_ours'], version: '9.0.0' }
  const state = await readSchemaState(db.kysely, other)
  assert.equal(state.state, 'foreign')
  assert.throws(() => refuseSchema(state), /another line of Dray \(9001_expand\)/)
})

test('migrations that a running node cannot go on beside are refused, with the node', async () => {
  await using db = await createDatabase()
  const node = { id: newId(), role: 'serve', host: 'alpha', contradictions: {}, connections: 30 } as const
  await beat(db.kysely, { ...node, version })
  await assert.rejects(
    upgrade(db, '9.1.0', expand, contract),
    /version .* runs on alpha.*need 9\.1\.0[\s\S]*Upgrade all nodes/,
  )
  assert.equal((await readSchemaState(db.kysely)).state, 'current', 'nothing was changed')
  await db.pool.query('delete from node')
  assert.equal((await upgrade(db, '9.1.0', expand, contract)).length, 2)
})

test('a contract does not hinder a new installation, and ends older versions as soon as it is committed', async () => {
  await using db = await createDatabase()
  await db.pool.query('drop schema public cascade; create schema public')
  const broken = { name: '9003_broken', text: '-- no-transaction\nselect nowhere;\n' }
  const migrations = [...known, expand, contract, broken]
  await assert.rejects(migrate(db.kysely, { migrations, version: '9.1.0' }), { code: '42703' })
  assert.equal((await readSchemaState(db.kysely)).state, 'too_new')
  assert.deepEqual((await readSchemaState(db.kysely)).release, { oldest: '9.1.0', newest: '9.1.0' })
})

test('a migration waits for a lock at most two seconds at a time, so others do not queue behind it', async () => {
  await using db = await createDatabase()
  const lock = await lockTable(db.url, 'node', 'ACCESS SHARE')
  const migrating = upgrade(db, '9.0.0', expand)
  await lock.reached(1)
  // A read that waits behind the migration goes on when that gives up.
  await db.pool.query('select from node')
  await lock[Symbol.asyncDispose]()
  assert.deepEqual(await migrating, ['9001_expand'])
})

test('a statement of a migration without a transaction waits for a lock as long, and the migration is repeated', async () => {
  await using db = await createDatabase()
  const alone = {
    name: '9003_alone',
    text: '-- no-transaction\nalter table node add column if not exists later text;\n',
  }
  const lock = await lockTable(db.url, 'node', 'ACCESS SHARE')
  const migrating = upgrade(db, '9.0.0', alone)
  await lock.reached(1)
  await db.pool.query('select from node')
  await lock[Symbol.asyncDispose]()
  assert.deepEqual(await migrating, ['9003_alone'])
})

test('no migration that waits for another table keeps a lock on the jobs', async () => {
  await using db = await createDatabase()
  await db.pool.query('drop schema public cascade; create schema public')
  const until = (name: string) => known.filter((each) => each.name < name)
  await migrate(db.kysely, { migrations: until('0082_positions') })
  const lock = await lockTable(db.url, 'alert', 'ACCESS SHARE')
  const migrating = migrate(db.kysely, { migrations: until('0086_mail_of_members') })
  await lock.reached(1)
  await db.pool.query('begin; lock table job in row exclusive mode nowait; commit')
  await lock[Symbol.asyncDispose]()
  assert.ok((await migrating).includes('0085_alerts_of_members'))
})

test('a migration that never gets its lock gives up with the remedy', async () => {
  await using db = await createDatabase()
  await using _lock = await lockTable(db.url, 'node', 'ACCESS SHARE')
  const upgrading = migrate(db.kysely, { migrations: [...known, expand], version: '9.0.0', patienceMs: 0 })
  await assert.rejects(upgrading, /wait for a lock.*End long queries/)
})

test('an index is built beside writes, by a migration without a transaction', async () => {
  await using db = await createDatabase()
  const index = {
    name: '9003_index',
    text: '-- no-transaction\n-- Locks: none.\ndrop index concurrently if exists node_host;\ncreate index concurrently node_host on node (host);\n',
  }
  const [first, second] = await Promise.all([
    upgrade(db, '9.0.0', index, expand),
    upgrade(db, '9.0.0', index, expand),
  ])
  assert.deepEqual([...first, ...second].sort(), ['9001_expand', '9003_index'])
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = 'node_host'::regclass`.execute(db.kysely)
  assert.deepEqual(rows, [{ valid: true }])
})

test('a failed migration without a transaction leaves no connection without the limit of the role', async () => {
  await using db = await createDatabase()
  await db.pool.query(`do $$ begin
    execute format('alter database %I set statement_timeout = %L', current_database(), '1min'); end $$`)
  const limited = openDatabase({
    connection: { connectionString: db.url },
    maxConnections: 2,
    statementTimeoutMs: 0,
    onError: () => {},
  })
  try {
    const broken = { name: '9003_broken', text: '-- no-transaction\nselect nowhere;\n' }
    await assert.rejects(migrate(limited.kysely, { migrations: [...known, broken] }), { code: '42703' })
    const read = () =>
      limited.pool.query(`select current_setting('statement_timeout') as "limit", pg_sleep(0.1)`)
    const limits = (await Promise.all([read(), read()])).map(({ rows }) => rows[0].limit)
    assert.deepEqual(limits, ['1min', '1min'])
  } finally {
    await closeDatabase(limited)
  }
})

test('a failed migration leaves the schema as it was', async () => {
  await using db = await createDatabase()
  const broken = { name: '9004_broken', text: 'alter table nowhere add column x text;' }
  await assert.rejects(upgrade(db, '9.0.0', expand, broken), { code: '42P01' })
  assert.equal((await readSchemaState(db.kysely)).state, 'current')
})

test('MIGRATE=off starts only on a schema that is up to date', async () => {
  await using db = await createDatabase()
  const env = { DATABASE_URL: db.serviceUrl, DATABASE_OWNER_URL: db.url, MIGRATE: 'off' }
  assert.equal((await runCommand(['partner', 'list'], env)).code, 0)
  await db.pool.query(
    `delete from kysely_migration where name = '0062_schema_release'; drop table schema_release`,
  )
  const refused = await runCommand(['partner', 'list'], env)
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /1 migrations are to run, and MIGRATE is off: run `dray migrate`/)
  assert.equal((await runCommand(['migrate'], env)).code, 0)
  assert.equal((await runCommand(['partner', 'list'], env)).code, 0)
})
