import type { FastifyBaseLogger } from 'fastify'
import { type Connection, closeDatabase, type Database, openDatabase } from '../db/database.ts'
import type { SlowStatement } from '../db/watch-statements.ts'

/**
 * `hot`: for the few statements of the partner API that run at each request: keys, statuses, drafts. They do not wait
 * for the connections of others. `slowReads`: one connection without a statement timeout, for checks that read whole
 * tables.
 */
export type Pools = { database: Database; hot: Database; slowReads: Database }

type Connections = { connection: Connection; directConnection: Connection; most: number }

/** Of the connections of a process, one listens for live events, one is for slow reads, and one for health checks. */
export function connectPools(
  { connection, directConnection, most }: Connections,
  log: FastifyBaseLogger,
): Pools {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  const onSlow = (slow: SlowStatement) => log.warn(slow, 'a statement of PostgreSQL was slow')
  const shared = most - 3
  const hot = Math.max(1, Math.round(shared * (8 / 28)))
  return {
    database: openDatabase({ connection, maxConnections: shared - hot, onError, onSlow }),
    hot: openDatabase({ connection, maxConnections: hot, onError, onSlow }),
    slowReads: openDatabase({
      connection: directConnection,
      maxConnections: 1,
      // Two tasks share it: one waits while the other reads a part of the ledger, or sums a day.
      connectTimeoutMs: 60_000,
      statementTimeoutMs: 0,
      onError,
    }),
  }
}

export async function closePools({ database, hot, slowReads }: Pools): Promise<void> {
  await Promise.all([database, hot, slowReads].map(closeDatabase))
}
