import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { Client, Pool, types } from 'pg'
import type { Tables } from './tables.ts'
import { type SlowStatement, watchStatements } from './watch-statements.ts'

/** `pool` and `kysely` use the same connections. */
export type Database = { pool: pg.Pool; kysely: Kysely<Tables> }

export type DatabaseOptions = {
  connection: Connection
  maxConnections: number
  /**
   * Timeout of a query that waits for a connection: `connectionTimeoutMillis` of the connection, or 2 s. So a response
   * is sent within 5 s.
   */
  connectTimeoutMs?: number
  /**
   * Dray cancels a statement that runs for longer. 0: without a limit, for long commands. For requests it is 4 s, so a
   * response is sent within 5 s.
   */
  statementTimeoutMs?: number
  /** Called when an idle connection fails. Without a listener, the error event would end the process. */
  onError: (error: Error) => void
  /** Called after a statement that took longer than a second. */
  onSlow?: (slow: SlowStatement) => void
}

/**
 * How to reach PostgreSQL: a URL, or host (a socket folder), user, password and database. Nothing else may be set in a
 * session, because a pooler gives each transaction another connection (decision 58).
 */
export type Connection = pg.ClientConfig & {
  /** True: statements are sent without their names, because the pooler does not keep prepared statements. */
  unprepared?: boolean
}

/** The same server and role, and another database. */
export function atDatabase(connection: Connection, database: string): Connection {
  const { host, port, user, password, ssl } = new Client(connection)
  return { host, port, user, password, ssl, database, unprepared: connection.unprepared ?? false }
}

// int8 values (counts, identities) fit in a number here. As strings, they would be concatenated instead of added.
types.setTypeParser(20, Number)

/** After this time a connection is replaced, so Dray follows a failover or a changed address. */
const maxLifetimeSeconds = 15 * 60

export function openDatabase(options: DatabaseOptions): Database {
  const { maxConnections, onError, onSlow } = options
  const { unprepared = false, ...connection } = options.connection
  const { connectTimeoutMs = connection.connectionTimeoutMillis ?? 2_000, statementTimeoutMs = 4_000 } =
    options
  const pool = new Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    idleTimeoutMillis: 30_000,
    maxLifetimeSeconds,
    // If the whole PostgreSQL server hangs, it does not cancel the statement.
    query_timeout: statementTimeoutMs && statementTimeoutMs + 1_000,
    application_name: 'dray',
  })
  pool.on('error', onError)
  pool.on('connect', (client) => {
    // If a connection fails during a query, the query gets the error. The error event needs a listener too, or the
    // process would end.
    client.on('error', () => {})
    noteUnusable(client as PooledClient)
    refuseUnreplicated(client as PooledClient)
    if (unprepared) dropNames(client)
  })
  // Kysely returns a connection to the pool also when its `begin` has timed out. If a hanging PostgreSQL runs that
  // `begin` later, the next user's insert would be acknowledged inside a transaction that is never committed.
  pool.on('release', (error, released) => {
    const client = released as PooledClient
    if (!error && (!isIdle(client) || unusable.has(client))) void client.end()
  })
  if (statementTimeoutMs > 0 || onSlow) watchStatements(pool, { limitMs: statementTimeoutMs, onSlow })
  return { pool, kysely: new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) }
}

/** What the types of `pg` leave out. */
type PooledClient = pg.PoolClient & {
  _getActiveQuery: () => unknown
  end: () => Promise<void>
  connection: {
    on: (event: 'errorMessage', listener: (error: { code?: string }) => void) => void
    emit: (event: 'error', error: Error) => void
  }
}

/** No response is outstanding and no transaction is open. A connection without a statement has no status yet. */
const isIdle = (client: PooledClient): boolean =>
  !client._getActiveQuery() && (client.getTransactionStatus() ?? 'I') === 'I'

/** Connections to a server that only reads since a failover, or that is shutting down. */
const unusable = new WeakSet<object>()

// Connection exceptions (a pooler that lost its server), read-only transaction, shutdown.
const unusableCodes = /^(08|25006$|57P0)/

const noteUnusable = (client: PooledClient): void =>
  client.connection.on('errorMessage', ({ code = '' }) => {
    if (unusableCodes.test(code)) unusable.add(client)
  })

/**
 * A commit waits until a synchronous standby has it. If that wait is cancelled, PostgreSQL reports success, with a
 * warning: the row is committed, and a failover may lose it. Then the connection fails: the outcome is unknown, the
 * response is 503, and the request may be repeated.
 */
const refuseUnreplicated = (client: PooledClient): void =>
  void client.on('notice', ({ routine }) => {
    // The text of the warning is in the language of the server; the name of the function is not.
    if (routine === 'SyncRepWaitForLSN') client.connection.emit('error', new UnreplicatedCommit())
  })

class UnreplicatedCommit extends Error {
  /** SQLSTATE: the outcome of the transaction is unknown. */
  readonly code = '08007'
  override message = 'no synchronous standby has confirmed the commit'
}

type Query = (...args: unknown[]) => unknown

/** Sends `{ name, text, values }` without the name: PostgreSQL then parses the statement at each execution. */
function dropNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query
  const unnamed: Query = (given, ...rest) =>
    query(isNamed(given) ? { ...given, name: undefined } : given, ...rest)
  client.query = unnamed as typeof client.query
}

const isNamed = (query: unknown): query is object =>
  typeof query === 'object' && query !== null && 'name' in query && 'text' in query && !('submit' in query)

export async function closeDatabase({ pool }: Database): Promise<void> {
  // `end` resolves before the last connections are closed. If PostgreSQL stops before that, ignore their errors.
  pool.removeAllListeners('error')
  pool.on('error', () => {})
  await pool.end()
}
