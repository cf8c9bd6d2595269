import { Client } from 'pg'
import { closeDatabase, openDatabase } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { serverUrl } from '../../test/support/database.ts'
import { fill, type Size } from './fill/fill.ts'

/** `watchSeconds`: of one check of the whole ledger. */
export type Filled = { seconds: number; watchSeconds: number }

/**
 * A database of this size. One that an earlier run has filled in the same PostgreSQL is used again (`BENCH_DATA` keeps
 * it); a fill that was interrupted is not.
 *
 * @returns its URL, and what filling took; null if it was there.
 */
export async function openFilled(size: Size): Promise<{ url: string; filled: Filled | null }> {
  const name = `panel_${size.jobs}_${size.auditEvents}_${size.requests}`
  const admin = new Client({ connectionString: serverUrl() })
  await admin.connect()
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [name])
    if (rowCount) return { url: urlOf(name), filled: null }
    const begunAt = performance.now()
    const draft = `${name}_draft`
    await admin.query(`drop database if exists ${draft}`)
    await admin.query(`create database ${draft} encoding 'UTF8' template template0`)
    await migrateSchema(urlOf(draft))
    const watchSeconds = await fill(urlOf(draft), size)
    await admin.query(`alter database ${draft} rename to ${name}`)
    return { url: urlOf(name), filled: { seconds: (performance.now() - begunAt) / 1_000, watchSeconds } }
  } finally {
    await admin.end()
  }
}

function urlOf(name: string): string {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}

async function migrateSchema(url: string): Promise<void> {
  const database = openDatabase({
    connection: { connectionString: url },
    maxConnections: 2,
    onError: () => {},
  })
  await migrate(database.kysely)
  await closeDatabase(database)
}
