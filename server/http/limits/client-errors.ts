import type { Socket } from 'node:net'
import { Problem } from '../../lib/problem.ts'
import { malformed } from '../errors/errors.ts'
import type { Refusal, RefuseRaw } from './raw-refusal.ts'
import type { Discarding } from './unread-bodies.ts'
import type { Uploads } from './uploads.ts'

type Needs = { discarding: () => Discarding; uploads: Uploads; refuseRaw: RefuseRaw }

/** Handles errors before there is a request: malformed HTTP, headers too large, timeout. */
export function createClientErrorHandler({ discarding, uploads, refuseRaw }: Needs) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // The rest of a refused request is discarded, so its errors are ignored.
    if (discarding().has(socket) && error.code !== 'ECONNRESET') return
    // Node reports it once for each request. An upload that is too slow is cut by `boundWaits`.
    if (error.code === timeout && uploads.has(socket)) return
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy()
    else refuseRaw(socket, known[error.code ?? ''] ?? { status: 400, problem: malformed })
  }
}

const timeout = 'ERR_HTTP_REQUEST_TIMEOUT'

const known: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    problem: new Problem('validation_error', (t) => t.requests.headersTooLarge),
  },
  [timeout]: {
    status: 408,
    problem: new Problem('request_timeout', (t) => t.requests.late),
  },
}
