import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { uploadPace } from '#contract/upload-pace.ts'
import { personLanguages } from '#contract/vocabulary.ts'
import { Problem } from '../../lib/problem.ts'
import { answerLanguage } from '../requests/language.ts'
import type { RefuseRaw } from './raw-refusal.ts'

/** A photo whose bytes are arriving. */
export type Upload = {
  hasArrived: () => boolean
  /** Whether it is too slow, `sinceMs` after its headers. Must be called about once a second. */
  isLate: (sinceMs: number) => boolean
  /** Responds with 408 and closes the connection. */
  cut: () => void
}

/** Limit without a new byte: a phone that loses its network does not close the connection. */
const maxPauseMs = 15_000

export type Uploads = {
  /** Null if the operation of the request takes no photo. Must be called when the headers have arrived. */
  begin: (request: FastifyRequest) => Upload | null
  /** Whether a photo is arriving on the connection. */
  has: (socket: Socket) => boolean
}

/**
 * Uploads may take longer than other requests while they are fast enough (`uploadPace`): a phone with a slow uplink
 * needs half a minute for a photo. How many run at once is limited by `body-budget.ts`.
 */
export function createUploads(refuseRaw: RefuseRaw): Uploads {
  const latest = new WeakMap<Socket, IncomingMessage>()
  return {
    begin(request) {
      const { raw, routeOptions } = request
      if (!routeOptions.config.takesPhoto) return null
      latest.set(raw.socket, raw)
      return {
        hasArrived: () => raw.complete,
        isLate: paceOf(raw.socket),
        cut: () => {
          request.refusal = { code: tooSlow.code, field: null }
          refuseRaw(raw.socket, { status: 408, problem: tooSlow, language: languageOf(request) })
        },
      }
    },
    has: (socket) => latest.get(socket)?.complete === false,
  }
}

const languageOf = ({ caller, headers }: FastifyRequest) =>
  answerLanguage(headers['accept-language'], { own: caller?.language ?? null, known: personLanguages })

const tooSlow = new Problem('request_timeout', (t) => t.jobs.photoTooSlow)

const { requestMs, bytesPerSecond, maxMs } = uploadPace
const allowedMs = (bytes: number): number => Math.min(maxMs, requestMs + (bytes / bytesPerSecond) * 1_000)

function paceOf(socket: Socket): Upload['isLate'] {
  const before = socket.bytesRead
  let [last, lastMs] = [before, 0]
  return (sinceMs) => {
    const { bytesRead } = socket
    if (bytesRead > last) [last, lastMs] = [bytesRead, sinceMs]
    return sinceMs > allowedMs(bytesRead - before) || sinceMs - lastMs > maxPauseMs
  }
}
