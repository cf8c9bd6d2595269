import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionDays } from '../../accounts/sessions.ts'

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
