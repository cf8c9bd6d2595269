import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionDays } from '../../accounts/sessions.ts'

/** Keeps the proof of `accounts/device-proof.ts` for the start of the next sign-in. */
export type DeviceCookie = {
  read: (request: FastifyRequest) => string | undefined
  write: (reply: FastifyReply, proof: string) => void
}

export type SessionCookie = {
  read: (request: FastifyRequest) => string | undefined
  write: (reply: FastifyReply, token: string) => void
  clear: (reply: FastifyReply) => void
}

/**
 * The cookie a browser keeps its session in; no script can read it. Under https its name begins with `__Host-`, by which
 * browsers see to it that no other host and no plain http wrote it.
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

/** Browsers keep a cookie for 400 days at most. */
export function createDeviceCookie(baseUrl: string): DeviceCookie {
  const secure = baseUrl.startsWith('https:')
  const name = secure ? '__Host-dray_device' : 'dray_device'
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax' as const, secure, maxAge: 400 * 86_400 }
  return {
    read: (request) => request.cookies[name] || undefined,
    write: (reply, proof) => void reply.setCookie(name, proof, attributes),
  }
}
