import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionDays } from '../../accounts/session-store.ts'
import { Problem } from '../../lib/problem.ts'

/** Stores the proof of `accounts/device-proof.ts` for the next sign-in. */
type DeviceCookie = {
  read: (request: FastifyRequest) => string | undefined
  write: (reply: FastifyReply, proof: string) => void
}

export type SessionCookie = {
  read: (request: FastifyRequest) => string | undefined
  write: (reply: FastifyReply, token: string) => void
  clear: (reply: FastifyReply) => void
}

/**
 * The session cookie of a browser, not readable by scripts. With https its name begins with `__Host-`, which ensures
 * that no other host and no plain http set it.
 */
export function createSessionCookie(baseUrl: string): SessionCookie {
  const secure = baseUrl.startsWith('https:')
  const name = secure ? '__Host-dray_session' : 'dray_session'
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure }
  return {
    read: (request) => request.cookies[name] || undefined,
    write: (reply, token) =>
      void reply.setCookie(name, token, { ...attributes, maxAge: sessionDays.web * 86_400 }),
    clear: (reply) => void reply.clearCookie(name, attributes),
  }
}

/** The device cookie lasts 400 days, the maximum in browsers. */
export function createDeviceCookie(baseUrl: string): DeviceCookie {
  const secure = baseUrl.startsWith('https:')
  const name = secure ? '__Host-dray_device' : 'dray_device'
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure, maxAge: 400 * 86_400 }
  return {
    read: (request) => request.cookies[name] || undefined,
    write: (reply, proof) => void reply.setCookie(name, proof, attributes),
  }
}

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
