import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Migrates the schema to the latest version. Safe to run concurrently: the migrator takes a lock, and the second node
 * then has no migration to run. All migrations of a call run in one transaction, so a failure leaves the schema
 * unchanged.
 *
 * @returns the names of the migrations that this call ran.
 */
export async function migrate<T>(kysely: Kysely<T>): Promise<string[]> {
  await refuseOtherEncodings(kysely)
  if (await isUpToDate(kysely)) return []
  const { Migrator } = await import('kysely/migration')
  const migrator = new Migrator({ db: kysely, provider: { getMigrations } })
  const { error, results } = await migrator.migrateToLatest()
  if (error) throw error
  return (results ?? []).map((result) => result.migrationName)
}

/** Each file is one migration. There is no `down`: data cannot be un-migrated. */
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

/** Whether the database has exactly the migrations of this version, the usual case at a start or command. */
export async function isUpToDate<T>(kysely: Kysely<T>): Promise<boolean> {
  const applied = await sql<{ name: string }>`select name from kysely_migration`
    .execute(kysely)
    .catch((error: unknown) => {
      if (isUnreadable(error)) return { rows: [] }
      throw error
    })
  const names = applied.rows.map(({ name }) => name).sort()
  return names.join() === migrationNames().join()
}

/** 42P01, `undefined_table`: the database is empty. 42501: the role has no rights yet. */
const isUnreadable = (error: unknown): boolean =>
  ['42P01', '42501'].includes(String((error as { code?: unknown }).code))

/** Names and addresses are UTF-8. A database with another encoding would reject or corrupt some of them later. */
async function refuseOtherEncodings<T>(kysely: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(kysely)
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8') throw new Error(`The database is ${encoding}; Dray needs one with encoding UTF8`)
}

export type MigrationText = { name: string; text: string }

/** Returns the migrations of this version of Dray, in order. */
export function knownMigrations(): MigrationText[] {
  return migrationNames().map((name) => ({
    name,
    text: readFileSync(path.join(folder, `${name}.sql`), 'utf8'),
  }))
}

/** Their names, in order. */
export const migrationNames = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.replace(/\.sql$/, ''))
    .sort()

const folder = path.join(import.meta.dirname, 'migrations')
