import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { closeDatabase, type Database, openDatabase } from '../db/database.ts'

/**
 * `hot`: for the few prepared statements of the partner API that run at each request: keys, statuses, drafts.
 * `slowReads`: one connection without a statement timeout, for checks that read whole tables.
 */
export type Pools = { database: Database; hot: Database; slowReads: Database }

export function connectPools(connection: pg.ClientConfig, log: FastifyBaseLogger): Pools {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  return {
    database: openDatabase({ connection, maxConnections: 20, onError }),
    hot: openDatabase({ connection, maxConnections: 8, planOnce: true, onError }),
    slowReads: openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 0, onError }),
  }
}

export async function closePools({ database, hot, slowReads }: Pools): Promise<void> {
  await Promise.all([database, hot, slowReads].map(closeDatabase))
}
