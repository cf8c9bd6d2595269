import fs from 'node:fs'
import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

const folder = path.join(import.meta.dirname, 'migrations')

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

async function getMigrations(): Promise<Record<string, Migration>> {
  const files = fs
    .readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
  return Object.fromEntries(files.map((file) => [file.replace(/\.sql$/, ''), migrationOf(file)]))
}

function migrationOf(file: string): Migration {
  const text = fs.readFileSync(path.join(folder, file), 'utf8')
  return {
    async up(db) {
      await sql.raw(text).execute(db)
    },
  }
}

/** Names and addresses are UTF-8; a database of another encoding would refuse or mangle them one job at a time. */
async function refuseOtherEncodings<T>(kysely: Kysely<T>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(kysely)
  const encoding = rows[0]?.server_encoding
  if (encoding !== 'UTF8') throw new Error(`The database is ${encoding}; Dray needs one with encoding UTF8`)
}
