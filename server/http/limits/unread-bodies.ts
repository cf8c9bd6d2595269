import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Limits for discarding a refused body: bytes, and time after the response. */
const limits = { bytes: 64 * 1_048_576, ms: 10_000 }

/** Connections whose response is sent, while the rest of their request is discarded. */
export type Discarding = {
  has: (socket: Socket) => boolean
  /** Ends a connection after `lastBytes`, when the client has closed its side or after the timeout. */
  end: (socket: Socket, lastBytes: string) => void
}

/**
 * A response often precedes the end of the body: an unknown key, a body that is too large. Closing the connection then
 * would make TCP reset it, because of unread bytes, and the client would lose the response. So only our side is closed,
 * and the rest is discarded until the client has sent it (RFC 9112, 9.6), within `limits`.
 */
export function discardUnreadBodies(server: Server): Discarding {
  const discarding = new WeakSet<Socket>()
  const begin = (socket: Socket) => {
    discarding.add(socket)
    const timer = setTimeout(() => socket.destroy(), limits.ms).unref()
    return () => {
      clearTimeout(timer)
      discarding.delete(socket)
    }
  }
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!announcesBody(request)) return
    const { socket } = request
    // Before Node's own listener, which would discard without a limit.
    response.prependListener('finish', () => {
      if (request.complete || socket.destroyed) return
      closeAfter(request)
      const over = begin(socket)
      socket.once('close', over)
      request.once('end', () => {
        socket.off('close', over)
        over()
      })
      discard(request)
    })
  })
  return {
    has: (socket) => discarding.has(socket),
    end(socket, lastBytes) {
      socket.once('close', begin(socket))
      socket.end(lastBytes)
    },
  }
}

/** Node calls `destroySoon` after a response with `Connection: close`. The request may be followed by another. */
function closeAfter(request: IncomingMessage): void {
  const { socket } = request
  const destroySoon = Object.getPrototypeOf(socket).destroySoon.bind(socket) as () => void
  socket.destroySoon = () => {
    if (request.complete) return destroySoon()
    request.once('end', destroySoon)
    socket.end()
  }
}

function discard(request: IncomingMessage): void {
  let bytes = 0
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > limits.bytes) request.socket.destroy()
  })
  request.resume()
}

const announcesBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/**
 * Responds to `Expect: 100-continue` only when the body is about to be read, to avoid receiving a body that is refused.
 * By default, Node requests the body immediately.
 */
export function continueWhenRead(app: FastifyInstance): void {
  const { server } = app
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  // RFC 9110, 10.1.1: an unknown expectation may be ignored. By default, Node responds with 417 and an empty body.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const { expect, 'content-length': length = 0 } = request.headers
    // Node has emitted `checkContinue` for these only.
    if (expect && /(?:^|\W)100-continue(?:$|\W)/i.test(expect) && request.raw.httpVersion === '1.1') {
      if (Number(length) <= request.routeOptions.bodyLimit) reply.raw.writeContinue()
    }
    done()
  })
}
