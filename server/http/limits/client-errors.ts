import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { newId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import { errorBody, malformed } from '../errors/errors.ts'
import { helpLink } from '../errors/help.ts'
import { jsonType } from '../responses/headers.ts'
import { rateHeaders } from './rate-headers.ts'
import type { Discarding } from './unread-bodies.ts'

/**
 * Handles errors before there is a request (malformed HTTP, headers too large, timeout). The response has the usual
 * body and headers and is counted on the address; then the connection closes.
 */
export function createClientErrorHandler({
  limiter,
  addressLimit,
  headers,
  discarding,
}: {
  limiter: Limiter
  addressLimit: number
  headers: Record<string, string>
  discarding: () => Discarding
}) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // The rest of a refused request is discarded, so its errors are ignored.
    if (discarding().has(socket) && error.code !== 'ECONNRESET') return
    if (!socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const { status, problem } = known[error.code ?? ''] ?? { status: 400, problem: malformed }
    Promise.resolve(limiter.take(addressSubject(socket.remoteAddress ?? ''), addressLimit))
      .then((decision) => {
        const answer = rawAnswer(status, problem, { ...headers, ...rateHeaders(decision) })
        // Closes the connection of a client that neither reads the response nor closes.
        socket.setTimeout(5_000)
        discarding().end(socket, answer)
      })
      .catch(() => socket.destroy())
  }
}

const known: Record<string, { status: number; problem: Problem }> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    problem: new Problem('validation_error', (t) => t.requests.headersTooLarge),
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    problem: new Problem('request_timeout', (t) => t.requests.late),
  },
}

function rawAnswer(status: number, problem: Problem, headers: Record<string, string>): string {
  const body = JSON.stringify(errorBody(problem, 'en'))
  const lines = Object.entries({
    ...headers,
    link: helpLink({ status, code: problem.code }, 'en'),
    'x-request-id': newId(),
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
