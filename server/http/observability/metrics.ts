import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { Problem } from '../../lib/problem.ts'
import { sameText } from '../../lib/same-text.ts'
import { singleFlight } from '../../lib/single-flight.ts'
import { Forbidden } from '../errors/errors.ts'

export type MetricsAccess = {
  registry: Registry
  metricsToken: string | null
  /** Without a token: `anyone` in development, `this-machine` in production. */
  metricsOpenTo: 'anyone' | 'this-machine'
}

export type MetricsNeeds = MetricsAccess & { log: FastifyBaseLogger }

/**
 * GET /metrics: Prometheus text without personal data. The response is cached for one second, to protect the database
 * and this process from frequent requests.
 */
export function mountMetrics(app: FastifyInstance, needs: MetricsNeeds): void {
  const { registry } = needs
  const refuseOthers = createMetricsGuard(needs)
  const render = singleFlight(() => registry.metrics(), { keepMs: 1_000 })
  app.get('/metrics', async (request, reply) => {
    refuseOthers(request)
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await render())
  })
}

type GuardNeeds = Omit<MetricsNeeds, 'registry'>

/**
 * Creates the access check of the metrics. With `METRICS_TOKEN`, requests need it as a bearer token. Without a token,
 * in production, only this machine is allowed, by the address of the socket and not of a header.
 *
 * @throws (the function) Problem 401 or 403.
 */
export function createMetricsGuard({ metricsToken, metricsOpenTo, log }: GuardNeeds) {
  let isLogged = false
  return (request: FastifyRequest): void => {
    if (metricsToken) {
      if (sameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`)) return
      throw tokenNeeded
    }
    if (metricsOpenTo === 'anyone' || isFromThisMachine(request)) return
    // Log once, so a scanner cannot fill the log.
    if (!isLogged) log.warn('/metrics was refused to another machine: set METRICS_TOKEN to let it read them')
    isLogged = true
    throw onlyThisMachine
  }
}

/** Requests through a local proxy also come from this machine, but have forwarding headers. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
  return !isForwarded && loopback.test(socket.remoteAddress ?? '')
}

const loopback = /^(::ffff:)?127\.|^::1$/

const forwardingHeaders = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

const tokenNeeded = new Problem('unauthorized', (t) => t.requests.metricsToken)

const onlyThisMachine = new Forbidden((t) => t.requests.metricsHere)
