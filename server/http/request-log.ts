import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Histogram } from 'prom-client'

export type RequestObservers = { requestSeconds: Histogram<'method' | 'route' | 'status'> }

/**
 * Writes one log line and one metric observation per response. Both have the route and never the URL, because URLs
 * contain phones and ids. Successful requests are logged at `debug`: `/metrics` counts them, and a log line costs as
 * much as a status read.
 */
export function observeRequests(app: FastifyInstance, { requestSeconds }: RequestObservers): void {
  app.addHook('onResponse', (request, reply, done) => {
    const ms = reply.elapsedTime
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    // The duration of a stream depends on the client and is not a latency.
    const isSlow = ms > 2_000 && !request.routeOptions.config.streams
    if (!request.routeOptions.config.streams || status >= 400)
      requestSeconds.labels(request.method, route, String(status)).observe(ms / 1_000)
    const level = status >= 500 ? 'error' : status >= 400 || isSlow ? 'info' : 'debug'
    const { method } = request
    request.log[level](
      { request: request.id, method, route, status, ms: Math.round(ms), key: keyOf(request) },
      'answered',
    )
    done()
  })
}

const keyOf = (request: FastifyRequest): string | undefined => request.partnerKey?.keyId
