import type { FastifyReply, FastifyRequest } from 'fastify'
import { sessionDays } from '../../members/session-store.ts'
import type { Surface } from '../../members/surface.ts'

type Cookie = {
  read: (request: FastifyRequest) => string | undefined
  write: (reply: FastifyReply, value: string) => void
  clear: (reply: FastifyReply) => void
}

/** `session` holds the token of the session, `device` the proof of `members/device-proof.ts` for the next sign-in. */
export type MemberCookies = { session: Cookie; device: Cookie }

const names: Record<Surface, { session: string; device: string }> = {
  admin: { session: 'dray_staff', device: 'dray_staff_device' },
  partner: { session: 'dray_member', device: 'dray_member_device' },
}

/**
 * The cookies of a member's browser, not readable by scripts, and sent only under the pages of their surface: neither
 * pages of customers nor other sites ever send them. With https the names begin with `__Secure-`, which browsers accept
 * only over https.
 */
export function createMemberCookies(baseUrl: string, surface: Surface): MemberCookies {
  const { session, device } = names[surface]
  return {
    session: cookie(session, { baseUrl, surface, days: sessionDays }),
    // The maximum in browsers.
    device: cookie(device, { baseUrl, surface, days: 400 }),
  }
}

function cookie(
  plainName: string,
  { baseUrl, surface, days }: { baseUrl: string; surface: Surface; days: number },
): Cookie {
  const secure = baseUrl.startsWith('https:')
  const name = secure ? `__Secure-${plainName}` : plainName
  const attributes = { path: `/${surface}`, httpOnly: true, sameSite: 'strict' as const, secure }
  return {
    read: (request) => request.cookies[name] || undefined,
    write: (reply, value) => void reply.setCookie(name, value, { ...attributes, maxAge: days * 86_400 }),
    clear: (reply) => void reply.clearCookie(name, attributes),
  }
}
