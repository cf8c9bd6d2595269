import type { FastifyInstance } from 'fastify'

export type HealthNeeds = {
  /** Resolves when the database answers; over a connection of its own, so that a full pool does not look like an outage. */
  pingDatabase: () => Promise<void>
  isStopping: () => boolean
}

/** `live`: the process runs. `ready`: it can take calls; 503 while it cannot, and from the first moment of a stop. */
export function mountHealth(app: FastifyInstance, { pingDatabase, isStopping }: HealthNeeds): void {
  app.get('/health/live', (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )
  app.get('/health/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      await pingDatabase()
      return { status: 'ok', database: 'ok' }
    } catch {
      return reply.code(503).send({ status: 'unavailable', database: 'unreachable' })
    }
  })
}
