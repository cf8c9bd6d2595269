import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'

/** Timeouts of a client for sending its request and reading the response, on servers and workers. */
export const clientTimeouts = {
  // Headers 5 s, whole request 8 s. Checked every second.
  requestTimeout: 8_000,
  http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
  keepAliveTimeout: 72_000,
  // Idle timeout: no bytes sent or read for 30 s. Streams send every 20 s.
  connectionTimeout: 30_000,
}

/**
 * Disconnects a client that stops reading its response. Node extends its timeout once when a part of the response was
 * sent, so the response gets half of it: together at most 30 s. A slow reader is not disconnected.
 */
export function boundUnread(app: FastifyInstance): void {
  const { server } = app as { server: Server }
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    // Node itself restores the server's timeout at the next request of the connection.
    if (raw.socket instanceof Socket) raw.socket.setTimeout(server.timeout / 2)
    done()
  })
}

/** A read only queries the database; an act may also wait for photos, a processor or another provider. */
const waitLimits = { readMs: 12_000, actMs: 45_000 }

type Waiting = Map<FastifyReply, { request: FastifyRequest; sinceMs: number }>

/**
 * Responds with 503 to a request whose handler takes too long, for example when each of its statements waits for a
 * hanging database. The handler continues: its statements may still take effect, as after a lost response.
 */
export function boundWaits(
  app: FastifyInstance,
  refuse: (error: Problem, request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  const reads: Waiting = new Map()
  const acts: Waiting = new Map()
  const listOf = ({ method }: FastifyRequest) => (method === 'GET' || method === 'HEAD' ? reads : acts)
  app.addHook('onRequest', (request, reply, done) => {
    listOf(request).set(reply, { request, sinceMs: performance.now() })
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    listOf(request).delete(reply)
    done()
  })
  const sweep = setInterval(() => {
    refuseLate(reads, waitLimits.readMs, refuse)
    refuseLate(acts, waitLimits.actMs, refuse)
  }, 1_000)
  sweep.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweep)
    done()
  })
}

/** A map keeps the order of insertion, so the oldest requests come first. */
function refuseLate(waiting: Waiting, limitMs: number, refuse: Parameters<typeof boundWaits>[1]): void {
  const latestMs = performance.now() - limitMs
  for (const [reply, { request, sinceMs }] of waiting) {
    if (sinceMs > latestMs) return
    waiting.delete(reply)
    // A response that has begun, or a stream, has the timeouts of its connection.
    if (!reply.sent && !reply.raw.headersSent) refuse(tookTooLong, request, reply)
  }
}

const tookTooLong = new Problem('service_unavailable', (t) => t.requests.unavailable, {
  retryAfterSeconds: 2,
})
