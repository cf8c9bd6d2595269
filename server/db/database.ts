import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** `pool` for the two hot paths (named prepared statements), `kysely` for everything else, over the same connections. */
export type Database = { pool: pg.Pool; kysely: Kysely<Tables> }

export type DatabaseOptions = {
  /** How to reach PostgreSQL: a URL, or host (a socket folder), user, password and database. */
  connection: pg.ClientConfig
  maxConnections: number
  /** Called when an idle connection breaks; without a listener the process would die of it. */
  onError: (error: Error) => void
}

// int8 (counts, identities) fits a number here; strings would leak into sums.
pg.types.setTypeParser(20, Number)

export function openDatabase({ connection, maxConnections, onError }: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 5_000,
    application_name: 'dray',
  })
  pool.on('error', onError)
  return { pool, kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}

export async function closeDatabase({ pool }: Database): Promise<void> {
  await pool.end()
}
