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
 * sent, so the response gets half of it: together at most 30 s. A slow reader is not disconnected. A short response
 * fits into the buffer of the operating system, and moving the timeout twice takes longer than most of its other work.
 */
export function boundUnread(app: FastifyInstance): void {
  const { server } = app as { server: Server }
  app.addHook('onSend', (_request, { raw }, payload, done) => {
    const isShort = typeof payload === 'string' && payload.length < 8_192
    // Node itself restores the server's timeout at the next request of the connection.
    if (!isShort && raw.socket instanceof Socket) raw.socket.setTimeout(server.timeout / 2)
    done()
  })
}

/** A read only queries the database; an act may also wait for photos, a processor or another provider. */
const waitLimits = { readMs: 12_000, actMs: 45_000 }

/**
 * Responds with 503 to a request whose handler takes too long, for example when each of its statements waits for a
 * hanging database. The handler continues: its statements may still take effect, as after a lost response.
 */
export function boundWaits(
  app: FastifyInstance,
  refuse: (error: Problem, request: FastifyRequest, reply: FastifyReply) => unknown,
): void {
  const waiting = createWaiting()
  app.decorateRequest('waitingPlace', -1)
  app.addHook('onRequest', (request, reply, done) => {
    request.waitingPlace = waiting.add({ request, reply, sinceMs: performance.now() })
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    waiting.remove(request.waitingPlace)
    done()
  })
  const sweep = setInterval(() => {
    // A response that has begun, or a stream, has the timeouts of its connection.
    for (const { request, reply } of waiting.takeLate(performance.now()))
      if (!reply.sent && !reply.raw.headersSent) refuse(tookTooLong, request, reply)
  }, 1_000)
  sweep.unref()
  app.addHook('onClose', (_app, done) => {
    clearInterval(sweep)
    done()
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request's place among those that wait for their response. */
    waitingPlace: number
  }
}

type Waiting = { request: FastifyRequest; reply: FastifyReply; sinceMs: number }

/**
 * Requests without a response yet. In places that are used again, because the discarded tables of a `Map` keep their
 * requests alive until V8 collects its old generation, and so they are copied there (a status read took 58 µs of CPU
 * time with a `Map`, 40 µs so).
 */
function createWaiting() {
  const places: (Waiting | null)[] = []
  const free: number[] = []
  const remove = (place: number) => {
    if (!places[place]) return
    places[place] = null
    free.push(place)
  }
  return {
    add(waiting: Waiting): number {
      const place = free.pop() ?? places.length
      places[place] = waiting
      return place
    },
    remove,
    /** Removes those that wait for longer than their limit. */
    takeLate(nowMs: number): Waiting[] {
      const late = places.filter((each) => each !== null && nowMs - each.sinceMs > limitMs(each)) as Waiting[]
      for (const { request } of late) {
        remove(request.waitingPlace)
        request.waitingPlace = -1
      }
      return late
    },
  }
}

const limitMs = ({ request: { method } }: Waiting): number =>
  method === 'GET' || method === 'HEAD' ? waitLimits.readMs : waitLimits.actMs

const tookTooLong = new Problem('service_unavailable', (t) => t.requests.unavailable, {
  retryAfterSeconds: 2,
})
