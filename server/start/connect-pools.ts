import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { closeDatabase, type Database, openDatabase } from '../db/database.ts'
import { createThrottle } from '../db/throttle.ts'

/**
 * `hot`: for the few prepared statements of the partner API that run at each call: keys, statuses, drafts. `worlds`: for the
 * sandbox, which runs the same statements again and again; they pause while live calls are made. `slowReads`: one connection
 * without a limit on the time of a statement, for checks that read whole tables.
 */
export type Pools = { database: Database; hot: Database; worlds: Database; slowReads: Database }

export function connectPools(
  connection: pg.ClientConfig,
  log: FastifyBaseLogger,
  { isLiveBusy }: { isLiveBusy: () => boolean },
): Pools {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  return {
    database: openDatabase({ connection, maxConnections: 20, onError }),
    hot: openDatabase({ connection, maxConnections: 8, planOnce: 'named', onError }),
    worlds: openDatabase({ ...worlds, connection, throttle: createThrottle(isLiveBusy), onError }),
    slowReads: openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 0, onError }),
  }
}

/** Calls of the sandbox may take 20 s, so they can wait for a connection. After a crash, a partner's test is run again. */
const worlds = {
  maxConnections: 6,
  connectTimeoutMs: 10_000,
  planOnce: 'all',
  isDurable: false,
} as const

export async function closePools({ database, hot, worlds, slowReads }: Pools): Promise<void> {
  await Promise.all([database, hot, worlds, slowReads].map(closeDatabase))
}
