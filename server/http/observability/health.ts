import type { FastifyInstance } from 'fastify'

export type HealthNeeds = {
  /** Resolves when the database answers. Needs a separate connection: a full pool must not look like an outage. */
  pingDatabase: () => Promise<void>
  isStopping: () => boolean
}

/** `live`: the process runs. `ready`: it can handle requests; 503 without the database and as soon as a stop begins. */
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
