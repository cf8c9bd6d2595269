import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import { OperatorError } from '../lib/operator-error.ts'
import { drayVersion } from '../lib/version.ts'
import {
  compareVersions,
  inOneTransaction,
  knownMigrations,
  type MigrationText,
  oldestVersion,
  runsAlone,
  statementsOf,
} from './migration-files.ts'
import { readSchemaState, refuseSchema } from './schema-state.ts'

/**
 * Migrates the schema to the latest version. Safe to run concurrently: each transaction takes a lock, and the second
 * node then has no migration to run. The migrations up to one without a transaction are one transaction, so a failure
 * leaves the schema as before it. In a transaction of the caller (a restore), all run in that.
 *
 * A statement that waits for a lock makes all later ones of its table wait too. So it gives up after 2 s, and the
 * transaction is retried for `patienceMs`.
 *
 * @returns the names of the migrations that this call ran.
 * @throws OperatorError that names the remedy.
 */
export async function migrate<T>(
  kysely: Kysely<T>,
  { migrations = knownMigrations(), version = drayVersion(), patienceMs = 600_000 }: Partial<Upgrade> = {},
): Promise<string[]> {
  const to = { migrations, version }
  await refuseOtherEncodings(kysely)
  if (kysely.isTransaction) return (await runPending(kysely as Transaction<T>, to, { alone: false })).ran
  const ran: string[] = []
  for (;;) {
    const step = await whileLocked(patienceMs, () =>
      kysely.transaction().execute((trx) => runPending(trx, to, { alone: true })),
    )
    ran.push(...step.ran)
    const { next } = step
    if (!next) return ran
    if (await whileLocked(patienceMs, () => runAlone(kysely, next))) ran.push(next.name)
  }
}

/** The version to upgrade to, with its migrations. */
type Version = { migrations: readonly MigrationText[]; version: string }
type Upgrade = Version & { patienceMs: number }

type Step = { ran: string[]; next: MigrationText | null }

/** Runs the pending migrations up to `next`, which runs alone. */
async function runPending<T>(
  trx: Transaction<T>,
  { migrations, version }: Version,
  { alone }: { alone: boolean },
): Promise<Step> {
  if (alone) await lock(trx)
  await sql`create table if not exists kysely_migration
    (name varchar(255) not null primary key, timestamp varchar(255) not null)`.execute(trx)
  const known = migrations.map(({ name }) => name)
  const found = await readSchemaState(trx, { known, version })
  refuseSchema(found)
  const pending = migrations.filter(({ name }) => found.missing.includes(name))
  if (alone) await refuseOldNodes(trx, oldestVersion(pending))
  const ran: string[] = []
  for (const migration of pending) {
    if (alone && runsAlone(migration)) {
      await recordRelease(trx, { migrations: migrations.slice(0, migrations.indexOf(migration)), version })
      return { ran, next: migration }
    }
    await sql.raw(inOneTransaction(migration)).execute(trx)
    await note(trx, migration)
    ran.push(migration.name)
  }
  // A node may have started since.
  if (alone) await refuseOldNodes(trx, oldestVersion(pending))
  if (found.state !== 'newer') await recordRelease(trx, { migrations, version })
  return { ran, next: null }
}

/**
 * The lock is held by a transaction beside, which has no snapshot while it waits: a concurrent index waits for those.
 *
 * @returns false if another node has run it meanwhile.
 */
async function runAlone<T>(kysely: Kysely<T>, migration: MigrationText): Promise<boolean> {
  return await kysely.transaction().execute(async (trx) => {
    await lock(trx)
    const { missing } = await readSchemaState(trx, { known: [migration.name] })
    if (missing.length === 0) return false
    await kysely.connection().execute((connection) =>
      withoutLimit(connection, async () => {
        for (const statement of statementsOf(migration)) await runOne(connection, statement)
      }),
    )
    await note(trx, migration)
    return true
  })
}

/**
 * Only what is built concurrently may wait for long, because others do not wait behind it. Any other statement is a
 * transaction with the limit of a wait; the whole migration is tried again after it.
 */
async function runOne<T>(connection: Kysely<T>, statement: string): Promise<void> {
  if (/\bconcurrently\b/i.test(statement)) {
    await sql.raw(statement).execute(connection)
    return
  }
  await connection.transaction().execute(async (trx) => {
    await sql.raw(lockLimit).execute(trx)
    await sql.raw(statement).execute(trx)
  })
}

const lockLimit = "set local lock_timeout = '2s'"

/**
 * Runs statements that are no transaction without a limit of time, which then only the session can have. A pooler lends
 * the session to others, so the limit is changed only if the role has one, and is set back also after an error.
 */
async function withoutLimit<T>(connection: Kysely<T>, work: () => Promise<void>): Promise<void> {
  const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(connection)
  if (rows[0]?.statement_timeout === '0') return work()
  await sql`set statement_timeout = 0`.execute(connection)
  try {
    await work()
  } finally {
    // The setting of a connection that has failed is gone.
    await sql`reset statement_timeout`.execute(connection).catch(() => {})
  }
}

async function lock<T>(trx: Transaction<T>): Promise<void> {
  await sql
    .raw(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; ${lockLimit}`)
    .execute(trx)
  await sql`select pg_advisory_xact_lock(hashtextextended('dray migrations', 0))`.execute(trx)
}

const note = <T>(trx: Transaction<T>, { name }: MigrationText) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(
    trx,
  )

/** In the transaction of the migrations, so a version that they end is refused as soon as they are committed. */
async function recordRelease<T>(trx: Transaction<T>, { migrations, version }: Version): Promise<void> {
  if (!migrations.some(({ name }) => name === '0062_schema_release')) return
  const oldest = oldestVersion(migrations) ?? firstVersion
  await sql`insert into schema_release (oldest, newest) values (${oldest}, ${version})
    on conflict (id) do update set oldest = excluded.oldest, newest = excluded.newest`.execute(trx)
}

/** The first that starts on a newer schema. */
const firstVersion = '0.2.0'

/** @throws OperatorError when a node runs that cannot go on beside the migrations. */
async function refuseOldNodes<T>(trx: Transaction<T>, oldest: string | null): Promise<void> {
  if (oldest === null) return
  const { rows: known } = await sql`select from information_schema.columns
    where table_schema = current_schema() and table_name = 'node' and column_name = 'version'`.execute(trx)
  // A new installation has no nodes yet.
  if (known.length === 0) return
  const { rows } = await sql<{ host: string; version: string | null }>`
    select host, version from node where seen_at > now() - interval '15 seconds'`.execute(trx)
  const old = rows.find(({ version }) => version === null || compareVersions(version, oldest) < 0)
  if (old)
    throw new OperatorError(
      `A node of version ${old.version ?? 'before 0.2.0'} runs on ${old.host}, and the migrations need ${oldest} or newer.\n` +
        `Upgrade all nodes to ${oldest} first, or stop them for the upgrade`,
    )
}

/** Retries while another session holds a lock: another node migrates, or a long query reads a table. */
async function whileLocked<R>(patienceMs: number, work: () => Promise<R>): Promise<R> {
  for (const givingUpAt = Date.now() + patienceMs; ; await sleep(500 + Math.random() * 1_000)) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: unknown }).code !== '55P03') throw error
      if (Date.now() > givingUpAt)
        throw new OperatorError(
          'The migrations wait for a lock of another session. End long queries and backups, and start again',
          { cause: error },
        )
    }
  }
}

/** Names and addresses are UTF-8. A database with another encoding would reject or corrupt some of them later. */
async function refuseOtherEncodings<T>(kysely: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(kysely)
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8') throw new Error(`The database is ${encoding}; Dray needs one with encoding UTF8`)
}
