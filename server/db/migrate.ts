import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { knownMigrations } from './known-migrations.ts'

/**
 * Brings the schema up to date. Two nodes that start at once are safe: the migrator takes a lock, and the second finds
 * nothing to do. All of a run is one transaction, so a failed migration leaves the schema as it was.
 *
 * @returns the names of the migrations that ran now.
 */
export async function migrate<T>(kysely: Kysely<T>): Promise<string[]> {
  await refuseOtherEncodings(kysely)
  const migrator = new Migrator({ db: kysely, provider: { getMigrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** Each file is one migration; `down` is never written, as data is not un-migrated. */
function getMigrations(): Promise<Record<string, Migration>> {
  const migrations = knownMigrations().map(({ name, text }) => [
    name,
    { up: (db) => run(db, text) } satisfies Migration,
  ])
  return Promise.resolve(Object.fromEntries(migrations) as Record<string, Migration>)
}

async function run(db: Kysely<unknown>, text: string): Promise<void> {
  await sql.raw(text).execute(db)
}

/** Names and addresses are UTF-8; a database of another encoding would refuse or mangle them one job at a time. */
async function refuseOtherEncodings<T>(kysely: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(kysely)
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8') throw new Error(`The database is ${encoding}; Dray needs one with encoding UTF8`)
}
