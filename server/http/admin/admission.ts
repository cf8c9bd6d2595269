import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import * as session from '#contract/admin/session.ts'
import type { PartnerAccess, StaffAccess } from '#contract/operation.ts'
import * as partner from '#contract/partner-panel/access.ts'
import { endViewing } from '#contract/partner-panel/viewing.ts'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import {
  memberSuspended,
  partnerSuspended,
  roleTooLow,
  signedOut,
  stepUpRequired,
} from '../../members/refusals.ts'
import { type MemberSession, readMemberSession, touchMemberSession } from '../../members/session-store.ts'
import { hasRights, type Surface } from '../../members/surface.ts'
import { rateLimited } from '../limits/rate-headers.ts'
import { foreignPage, isFromOurPages } from '../limits/same-origin.ts'
import type { MemberCookies } from './cookies.ts'

/** Rate limit, authentication and cookies for the API of a panel. */
export const admissionOfMembers = (needs: MemberAdmissionNeeds) => ({
  meter: createMemberMeter(needs),
  admit: createMemberAdmission(needs),
  prepare: async (scope: FastifyInstance): Promise<void> => {
    scope.decorateRequest('member', null)
    await scope.register(fastifyCookie)
    scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'))
  },
})

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Limits of requests per address in 60 s: more than the staff of an office needs, and too few to overload the machine
 * with password hashing. PostgreSQL also limits the attempts at a password (`members/guesses.ts`).
 */
const maxCalls = 1_200
const maxStarts = 60
const starts = new Set<string>(
  [
    session.openInvitation,
    session.startPasskeyRegistration,
    session.finishPasskeyRegistration,
    session.setPassword,
    session.startPasskeySignIn,
    session.finishPasskeySignIn,
    session.signInWithPassword,
    partner.openPartnerInvitation,
    partner.startPartnerPasskeyRegistration,
    partner.finishPartnerPasskeyRegistration,
    partner.setPartnerPassword,
    partner.startPartnerPasskeySignIn,
    partner.finishPartnerPasskeySignIn,
    partner.signInToPartnerWithPassword,
  ].map(({ url }) => url),
)

/** First hook: limits the requests per address. */
function createMemberMeter({ limiter, surface }: { limiter: Limiter; surface: Surface }): Hook {
  return async (request) => {
    const subject = addressSubject(request.ip)
    await take(limiter, `${subject}:${surface}`, maxCalls)
    const url = request.routeOptions.url ?? ''
    if (starts.has(url)) await take(limiter, `${subject}:${surface}-starts`, maxStarts)
  }
}

async function take(limiter: Limiter, subject: string, limit: number): Promise<void> {
  const decision = await limiter.take(subject, limit)
  if (!decision.allowed) throw rateLimited(decision)
}

export type MemberAdmissionNeeds = {
  limiter: Limiter
  pool: pg.Pool
  cookies: MemberCookies
  baseUrl: string
  surface: Surface
}

/**
 * Second hook: authenticates the member and checks role and fresh proof before the body is read. The session and the
 * member are read for each request, so a suspension or a change of role takes effect with the next request. Every
 * request that changes something must come from our pages, also without a session: otherwise another site could sign a
 * browser in. A 401 leaves the cookie: the browser may have a newer one by the time the response arrives.
 */
function createMemberAdmission(needs: MemberAdmissionNeeds): Hook {
  const { pool, cookies, baseUrl, surface } = needs
  return async (request) => {
    const { memberAccess = 'viewer', stepUp } = request.routeOptions.config
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead && !isFromOurPages(request, baseUrl)) throw foreignPage
    const token = cookies.session.read(request)
    const session = token === undefined ? null : await readMemberSession(pool, { token, surface })
    requireRights({ access: memberAccess, surface }, session)
    if (!session || session.suspended) return
    // A member of staff who views a partner cannot sign in there.
    if (session.viewing && memberAccess === 'anyone') return
    if (!isRead && memberAccess !== 'anyone') requireChanges(session, request.routeOptions.url ?? '')
    if (stepUp && !session.isFresh) throw stepUpRequired
    request.member = session
    if (session.stale) await touchMemberSession(pool, session.sessionId)
  }
}

type Needed = { access: StaffAccess | PartnerAccess; surface: Surface }

function requireRights({ access, surface }: Needed, session: MemberSession | null): void {
  if (access === 'anyone') return
  if (!session) throw signedOut
  if (session.suspended) throw memberSuspended
  if (!hasRights(surface, session.role, access)) throw roleTooLow
}

/** What members of a suspended partner may still do: acts about themselves alone. */
const aboutOneself = new Set<string>(partner.partnerAccessOperations.map(({ url }) => url))

/** Refuses changes in a view of a partner, and changes by a suspended partner. */
function requireChanges({ viewing, partnerSuspended: isSuspended }: MemberSession, url: string): void {
  if (viewing && url !== endViewing.url) throw roleTooLow
  if (!viewing && isSuspended && !aboutOneself.has(url)) throw partnerSuspended
}
