import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { newId } from '../../lib/ids.ts'
import { nearestLanguage } from '../../lib/nearest-language.ts'
import type { Problem } from '../../lib/problem.ts'
import { errorBody } from '../errors/errors.ts'
import { helpLink } from '../errors/help.ts'
import { jsonType } from '../responses/headers.ts'
import { rateHeaders } from './rate-headers.ts'
import type { Discarding } from './unread-bodies.ts'

export type Refusal = { status: number; problem: Problem; language?: PersonLanguage }

/** Responds on the connection itself, and closes it. */
export type RefuseRaw = (socket: Socket, refusal: Refusal) => void

type Needs = {
  limiter: Limiter
  addressLimit: number
  headers: Record<string, string>
  discarding: () => Discarding
}

/** For requests that have not arrived. The response has the usual body and headers and is counted on the address. */
export function createRawRefusal({ limiter, addressLimit, headers, discarding }: Needs): RefuseRaw {
  return (socket, refusal) => {
    Promise.resolve(limiter.take(addressSubject(socket.remoteAddress ?? ''), addressLimit))
      .then((decision) => {
        const answer = rawAnswer(refusal, { ...headers, ...rateHeaders(decision) })
        // Closes the connection of a client that neither reads the response nor closes.
        socket.setTimeout(5_000)
        discarding().end(socket, answer)
      })
      .catch(() => socket.destroy())
  }
}

function rawAnswer({ status, problem, language = 'en' }: Refusal, headers: Record<string, string>): string {
  const body = JSON.stringify(errorBody(problem, language))
  const lines = Object.entries({
    ...headers,
    link: helpLink({ status, code: problem.code }, nearestLanguage(language)),
    'x-request-id': newId(),
    'content-type': jsonType,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`
}
