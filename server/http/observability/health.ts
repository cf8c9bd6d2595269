import type { FastifyInstance } from 'fastify'
import { drayVersion } from '../../lib/version.ts'

export type HealthNeeds = {
  /**
   * Resolves when the database responds and is not a standby. Needs a separate connection: a full pool must not look
   * like an outage.
   */
  pingDatabase: () => Promise<void>
  isStopping: () => boolean
}

/**
 * `live`: the process runs. `serving`: it answers and does not stop; for load balancers, because during an outage of
 * the database the 503 of Dray, with its `Retry-After`, is better than a balancer without servers. `ready`: the
 * database answers too; for people, alarms and the start of a roll-out. A 200 has the version, as the public OpenAPI
 * document does; a 503 has only the error.
 */
export function mountHealth(app: FastifyInstance, { pingDatabase, isStopping }: HealthNeeds): void {
  const version = drayVersion()
  app.get('/health/live', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version }),
  )
  app.get('/health/serving', (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isStopping()) reply.code(503).send({ status: 'stopping' })
    else reply.send({ status: 'ok', version })
  })
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
