import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import type { SessionCookie } from './session-cookie.ts'

export type Presented = { token: string; by: 'cookie' | 'bearer' }

/**
 * The session token of a request: a browser sends a cookie, an app sends `Authorization: Bearer`. Other schemes (Basic
 * of a proxy) are ignored. Returns null without a token.
 *
 * @throws Problem `validation_error` when both are sent, because the caller would be ambiguous.
 */
export function presentedToken(request: FastifyRequest, cookie: SessionCookie): Presented | null {
  const bearer = /^Bearer +(\S*)$/i.exec(request.headers.authorization ?? '')?.[1]
  const inCookie = cookie.read(request)
  if (bearer !== undefined && inCookie !== undefined) throw twoSessions
  if (bearer !== undefined) return { token: bearer, by: 'bearer' }
  return inCookie === undefined ? null : { token: inCookie, by: 'cookie' }
}

const twoSessions = new Problem('validation_error', (t) => t.accounts.twoSessions)
