import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { Pool, types } from 'pg'
import type { Tables } from './tables.ts'

/** `pool` for the two hot paths (named prepared statements), `kysely` for everything else, over the same connections. */
export type Database = { pool: pg.Pool; kysely: Kysely<Tables> }

export type DatabaseOptions = {
  /** How to reach PostgreSQL: a URL, or host (a socket folder), user, password and database. */
  connection: pg.ClientConfig
  maxConnections: number
  /** 0 for commands that may take their time; those of calls end at 4 s, so that an answer comes within 5. */
  statementTimeoutMs?: number
  /** Called when an idle connection breaks; without a listener the process would die of it. */
  onError: (error: Error) => void
}

// int8 (counts, identities) fits a number here; strings would leak into sums.
types.setTypeParser(20, Number)

export function openDatabase(options: DatabaseOptions): Database {
  const { connection, maxConnections, statementTimeoutMs = 4_000, onError } = options
  const pool = new Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    // A PostgreSQL that hangs as a whole cuts nothing short itself.
    query_timeout: statementTimeoutMs && statementTimeoutMs + 1_000,
    application_name: 'dray',
  })
  pool.on('error', onError)
  // A connection in use that breaks tells its statement; without a listener of its own it would end the process too.
  pool.on('connect', (client) => client.on('error', () => {}))
  return { pool, kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}

export async function closeDatabase({ pool }: Database): Promise<void> {
  // `end` resolves before the last connections are closed; when PostgreSQL stops meanwhile, that they break is no news.
  pool.removeAllListeners('error')
  pool.on('error', () => {})
  await pool.end()
}
