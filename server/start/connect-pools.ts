import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { type Database, openDatabase } from '../db/database.ts'

/** `slowReads`: one connection without a limit on the time of a statement, for checks that read whole tables. */
type Pools = { database: Database; slowReads: Database }

export function connectPools(connection: pg.ClientConfig, log: FastifyBaseLogger): Pools {
  const onError = (err: Error) => log.warn({ err }, 'a database connection broke')
  return {
    database: openDatabase({ connection, maxConnections: 20, onError }),
    slowReads: openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 0, onError }),
  }
}
