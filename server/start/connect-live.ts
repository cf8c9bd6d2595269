import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import { createLiveHub } from '../jobs/live/hub.ts'

/** The event streams of the app, which listen on a connection of their hub. */
export function connectLive(
  connection: pg.ClientConfig,
  { pool, log }: { pool: pg.Pool; log: FastifyBaseLogger },
) {
  const onLiveError = (err: unknown) => log.warn({ err }, 'live events are in trouble')
  return { live: createLiveHub({ pool, connection, onLiveError }), onLiveError }
}
