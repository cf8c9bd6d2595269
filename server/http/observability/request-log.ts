import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Histogram } from 'prom-client'
import type { Activity } from '../../activity/activity.ts'
import type { AnsweredRequest } from '../../activity/request-buffer.ts'
import { traceFields } from '../../lib/trace.ts'
import { clientClosed } from '../errors/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code for the partner's request log, or null. */
    refusal: { code: string; field: string | null } | null
  }
}

export type RequestObservers = {
  requestSeconds: Histogram<'method' | 'route' | 'status'>
  noteRequest: Activity['noteRequest']
}

/**
 * Writes one log line and one metric observation per response. Both have the route and never the URL, because URLs
 * contain phones and ids. Successful requests are logged at `debug`: `/metrics` counts them, and a log line costs as
 * much as a status read.
 */
export function observeRequests(
  app: FastifyInstance,
  { requestSeconds, noteRequest }: RequestObservers,
): void {
  app.decorateRequest('refusal', null)
  const secondsOf = childrenOf(requestSeconds)
  // `onResponse` is called only for a response that was sent.
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = reply
    const { method, routeOptions } = request
    if (method !== 'GET')
      raw.once('close', () => {
        if (raw.writableFinished || request.refusal !== null) return
        const route = routeOptions.url ?? 'none'
        secondsOf(method, route, clientClosed).observe(reply.elapsedTime / 1_000)
        request.log.debug(
          { request: request.id, method, route, status: clientClosed },
          'closed by the client',
        )
      })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const ms = reply.elapsedTime
    const route = request.routeOptions.url ?? 'none'
    const status = reply.statusCode
    // The duration of a stream depends on the client and is not a latency.
    const isSlow = ms > 2_000 && !request.routeOptions.config.streams
    if (!request.routeOptions.config.streams || status >= 400)
      secondsOf(request.method, route, status).observe(ms / 1_000)
    // A probe that is answered 503 once a second would hide the errors of the outage it reports.
    const isProbe = route.startsWith('/health/')
    const level = isProbe ? 'debug' : status >= 500 ? 'error' : status >= 400 || isSlow ? 'info' : 'debug'
    const { method } = request
    request.log[level](
      {
        request: request.id,
        method,
        route,
        status,
        ms: Math.round(ms),
        key: keyOf(request),
        ...traceFields(request.trace),
      },
      'answered',
    )
    if (request.partnerKey) noteRequest(asAnswered(request, { route, status, ms }))
    done()
  })
}

/** The child of the histogram for a response, looked up by its labels once. Routes and statuses are closed lists. */
function childrenOf(requestSeconds: RequestObservers['requestSeconds']) {
  const children = new Map<string, ReturnType<typeof requestSeconds.labels>>()
  return (method: string, route: string, status: number) => {
    const name = `${method} ${status} ${route}`
    const known = children.get(name)
    if (known) return known
    const child = requestSeconds.labels(method, route, String(status))
    children.set(name, child)
    return child
  }
}

function asAnswered(
  { id, method, partnerKey, windowUsed, refusal }: FastifyRequest,
  { route, status, ms }: { route: string; status: number; ms: number },
): AnsweredRequest {
  const { keyId, partnerId } = partnerKey
  const latencyMs = Math.round(ms)
  const atMs = Date.now() - latencyMs
  const { code: errorCode = null, field = null } = refusal ?? {}
  const call = { requestId: id, atMs, keyId, partnerId, method, route, status, latencyMs, windowUsed }
  return { ...call, errorCode, field }
}

const keyOf = (request: FastifyRequest): string | undefined => request.partnerKey?.keyId
