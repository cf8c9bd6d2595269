import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { uploadPace } from '#contract/upload-pace.ts'
import { Problem } from '../../lib/problem.ts'
import type { Upload, Uploads } from './uploads.ts'

/** Timeouts of a client for sending its request and reading the response, on servers and workers. */
export const clientTimeouts = {
  // Headers 5 s, whole request 8 s. Checked every second. Uploads continue (`client-errors.ts`).
  requestTimeout: uploadPace.requestMs,
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

type Refuse = (error: Problem, request: FastifyRequest, reply: FastifyReply) => unknown

/**
 * Responds with 503 to a request whose handler takes too long, for example when each of its statements waits for a
 * hanging database. The handler continues: its statements may still take effect, as after a lost response. Responds
 * with 408 to an upload that arrives too slowly; the handler of an upload has its time from the last byte on.
 */
export function boundWaits(
  app: FastifyInstance,
  { uploads, refuse }: { uploads: Uploads | null; refuse: Refuse },
): void {
  const waiting = createWaiting()
  app.decorateRequest('waitingPlace', -1)
  app.addHook('onRequest', (request, reply, done) => {
    const upload = uploads?.begin(request) ?? null
    request.waitingPlace = waiting.add({ request, reply, upload, sinceMs: performance.now() })
    done()
  })
  app.addHook('onResponse', (request, _reply, done) => {
    waiting.remove(request.waitingPlace)
    done()
  })
  const sweep = setInterval(() => {
    // A response that has begun, or a stream, has the timeouts of its connection.
    for (const { request, reply, upload } of waiting.takeLate(performance.now())) {
      if (reply.sent || reply.raw.headersSent) continue
      if (upload) upload.cut()
      else refuse(tookTooLong, request, reply)
    }
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

type Waiting = {
  request: FastifyRequest
  reply: FastifyReply
  /** Null for other requests, and when the photo has arrived. */
  upload: Upload | null
  sinceMs: number
}

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
      for (const each of places) if (each?.upload?.hasArrived()) Object.assign(each, handledFrom(nowMs))
      const late = places.filter((each) => each !== null && isLate(each, nowMs)) as Waiting[]
      for (const { request } of late) {
        remove(request.waitingPlace)
        request.waitingPlace = -1
      }
      return late
    },
  }
}

function isLate({ request: { method }, upload, sinceMs }: Waiting, nowMs: number): boolean {
  const waitedMs = nowMs - sinceMs
  if (upload) return upload.isLate(waitedMs)
  return waitedMs > (method === 'GET' || method === 'HEAD' ? waitLimits.readMs : waitLimits.actMs)
}

const handledFrom = (sinceMs: number): Pick<Waiting, 'upload' | 'sinceMs'> => ({ upload: null, sinceMs })

const tookTooLong = new Problem('service_unavailable', (t) => t.requests.unavailable, {
  retryAfterSeconds: 2,
})
