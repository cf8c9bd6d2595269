import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { Pool, types } from 'pg'
import type { Tables } from './tables.ts'

/** `pool` and `kysely` use the same connections. */
export type Database = { pool: pg.Pool; kysely: Kysely<Tables> }

export type DatabaseOptions = {
  /** How to reach PostgreSQL: a URL, or host (a socket folder), user, password and database. */
  connection: pg.ClientConfig
  maxConnections: number
  /**
   * Timeout of a query that waits for a connection: `connectionTimeoutMillis` of the connection, or 2 s. So a response
   * is sent within 5 s.
   */
  connectTimeoutMs?: number
  /** 0 disables the timeout, for long commands. For requests it is 4 s, so a response is sent within 5 s. */
  statementTimeoutMs?: number
  /**
   * Each named prepared statement is planned once per connection, without sequential scans. Otherwise PostgreSQL plans
   * each execution: with `= any($1)` also of a prepared statement, which takes longer than running it (decision 43).
   */
  planOnce?: boolean
  /** Called when an idle connection fails. Without a listener, the error event would end the process. */
  onError: (error: Error) => void
}

// int8 values (counts, identities) fit in a number here. As strings, they would be concatenated instead of added.
types.setTypeParser(20, Number)

export function openDatabase(options: DatabaseOptions): Database {
  const { connection, maxConnections, planOnce = false, onError } = options
  const { connectTimeoutMs = connection.connectionTimeoutMillis ?? 2_000, statementTimeoutMs = 4_000 } =
    options
  const pool = new Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    // If the whole PostgreSQL server hangs, it does not enforce `statement_timeout`.
    query_timeout: statementTimeoutMs && statementTimeoutMs + 1_000,
    application_name: 'dray',
    // oxlint-disable-next-line typescript/no-misused-promises -- `pg` waits for the promise, but its types do not say so.
    ...(planOnce && { onConnect: (client) => client.query(planOnceSettings.join('; ')).then(() => {}) }),
  })
  pool.on('error', onError)
  // If a connection fails during a query, the query gets the error. The error event needs a listener too, or the
  // process would end.
  pool.on('connect', (client) => client.on('error', () => {}))
  // Kysely returns a connection to the pool also when its `begin` has timed out. If a hanging PostgreSQL runs that
  // `begin` later, the next user's insert would be acknowledged inside a transaction that is never committed.
  pool.on('release', (error, client) => {
    if (!error && !isIdle(client as PooledClient)) void (client as PooledClient).end()
  })
  return { pool, kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}

/**
 * A plan made while a table was empty reads the whole table, and is cached until PostgreSQL analyzes the table: on a
 * new installation every create would read all jobs. This includes plans of foreign keys. Without an index, a scan then
 * has so high a cost that PostgreSQL would compile the statement, which takes a second. So `jit` is off.
 */
const planOnceSettings = [
  'set plan_cache_mode = force_generic_plan',
  'set enable_seqscan = off',
  'set jit = off',
]

/** What the types of `pg` leave out. */
type PooledClient = pg.PoolClient & { _getActiveQuery: () => unknown; end: () => Promise<void> }

/** No response is outstanding and no transaction is open. A connection without a statement has no status yet. */
const isIdle = (client: PooledClient): boolean =>
  !client._getActiveQuery() && (client.getTransactionStatus() ?? 'I') === 'I'

export async function closeDatabase({ pool }: Database): Promise<void> {
  // `end` resolves before the last connections are closed. If PostgreSQL stops before that, ignore their errors.
  pool.removeAllListeners('error')
  pool.on('error', () => {})
  await pool.end()
}
