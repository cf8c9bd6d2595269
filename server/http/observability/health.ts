import type { FastifyInstance } from 'fastify'
import { drayVersion } from '../../lib/version.ts'

export type HealthNeeds = {
  /** Resolves when the database responds. Needs a separate connection: a full pool must not look like an outage. */
  pingDatabase: () => Promise<void>
  isStopping: () => boolean
}

/**
 * `live`: the process runs. `ready`: it can handle requests; 503 without the database and during a shutdown. A 200 has
 * the version, as the public OpenAPI document does; a 503 has only the error.
 */
export function mountHealth(app: FastifyInstance, { pingDatabase, isStopping }: HealthNeeds): void {
  const version = drayVersion()
  app.get('/health/live', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version }),
  )
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      await pingDatabase()
      return { status: 'ok', database: 'ok', version }
    } catch {
      return reply.code(503).send({ status: 'unavailable', database: 'unreachable' })
    }
  })
}
