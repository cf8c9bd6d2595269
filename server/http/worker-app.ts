import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { newId } from '../lib/ids.ts'
import { createErrorHandler, errorBody, notFound } from './errors/errors.ts'
import { boundUnread, boundWaits, clientTimeouts } from './limits/timeouts.ts'
import { discardUnreadBodies } from './limits/unread-bodies.ts'
import { type HealthNeeds, mountHealth } from './observability/health.ts'
import { type MetricsNeeds, mountMetrics } from './observability/metrics.ts'

/** HTTP app of a worker: only `/health/live`, `/health/ready` and `/metrics`, as on a server. */
export function buildWorkerApp(
  needs: HealthNeeds & MetricsNeeds & { log: FastifyBaseLogger },
): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: needs.log,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger) => logger,
    genReqId: newId,
    ...clientTimeouts,
    bodyLimit: 1_024,
    // A probe that keeps its connection must not hold up the stop.
    forceCloseConnections: true,
  })
  discardUnreadBodies(app.server)
  const answerError = createErrorHandler(() => errorBody)
  app.setErrorHandler(answerError)
  boundUnread(app)
  boundWaits(app, answerError)
  app.setNotFoundHandler((request, reply) => answerError(notFound, request, reply))
  mountHealth(app, needs)
  mountMetrics(app, needs)
  return app
}
