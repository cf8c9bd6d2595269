import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { checkCode, startSignIn } from '#contract/app/account.ts'
import { accountHeader } from '#contract/app/account-header.ts'
import type { Access } from '#contract/operation.ts'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { requireTerms } from '../../accounts/accepted-terms.ts'
import { accountSuspended } from '../../accounts/check-code.ts'
import type { CodeCaps } from '../../accounts/code-caps.ts'
import { readSession, renewSession, type SessionRow } from '../../accounts/session-store.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { rateLimited } from '../limits/rate-headers.ts'
import { foreignPage, isFromOurPages } from '../limits/same-origin.ts'
import type { Caller } from '../mount.ts'
import { type Presented, presentedToken, type SessionCookie } from './session-cookie.ts'

export type AppAdmissionNeeds = {
  pool: pg.Pool
  kysely: Kysely<Tables>
  limiter: Limiter
  cookie: SessionCookie
  baseUrl: string
  /** The version of the terms in force; null without terms. */
  termsVersion: string | null
}

type Hook = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Minimum limits of requests per address in 60 s: far more than a person needs, because many people share an address,
 * and too few to guess codes. PostgreSQL also limits how many codes are sent and checked. Higher settings of the
 * operator (`RATE_LIMIT_PER_MINUTE`, `CODES_PER_HOUR_PER_ADDRESS`) raise these limits.
 */
const minCalls = 600
const minStarts = 60

export type MeterNeeds = {
  limiter: Limiter
  addressLimit: number
  signIn: { codeCaps: Pick<CodeCaps, 'CODES_PER_HOUR_PER_ADDRESS'> }
}

/** First hook: limits the requests per address. */
export function createAppMeter({ limiter, addressLimit, signIn }: MeterNeeds): Hook {
  const calls = Math.max(minCalls, addressLimit)
  const starts = Math.min(50_000, Math.max(minStarts, signIn.codeCaps.CODES_PER_HOUR_PER_ADDRESS))
  const narrower: Record<string, number> = {
    [startSignIn.url]: starts,
    [checkCode.url]: 2 * starts,
  }
  return async (request) => {
    const subject = addressSubject(request.ip)
    await take(limiter, `${subject}:app`, calls)
    const url = request.routeOptions.url ?? ''
    const limit = narrower[url]
    if (limit !== undefined) await take(limiter, `${subject}:${url}`, limit)
  }
}

async function take(limiter: Limiter, subject: string, limit: number): Promise<void> {
  const decision = await limiter.take(subject, limit)
  if (!decision.allowed) throw rateLimited(decision)
}

/**
 * Second hook: authenticates the caller and checks the operation's `access` before the body is read. Session, account
 * and carrier are read for each request, so a sign-out, suspension or approval takes effect with the next request.
 * A 401 leaves the cookie: the browser may have a newer one by the time the response arrives (decision 7).
 */
export function createAppAdmission(needs: AppAdmissionNeeds): Hook {
  return async (request, reply) => {
    const { access, needsTerms } = request.routeOptions.config
    const presented = presentedToken(request, needs.cookie)
    if (presented && mayBeForged(request, presented) && !isFromOurPages(request, needs.baseUrl))
      throw foreignPage
    const session = presented && (await readSession(needs.pool, presented.token))
    const refusal = refusalOf(access ?? 'account', session && isOfAnother(request, session) ? null : session)
    if (refusal) throw refusal
    if (!session || session.suspended) return
    if (needsTerms)
      await requireTerms(needs.kysely, { accountId: session.account_id, version: needs.termsVersion })
    request.caller = callerOf(session)
    if (session.stale) await renew(needs, { reply, session, presented })
  }
}

const mayBeForged = ({ method }: FastifyRequest, { by }: Presented): boolean =>
  by === 'cookie' && method !== 'GET' && method !== 'HEAD'

/** The request was made for another account, whose session in this browser has ended since (decision 7). */
const isOfAnother = ({ headers }: FastifyRequest, { account_id }: SessionRow): boolean =>
  headers[accountHeader] !== undefined && headers[accountHeader] !== account_id

function refusalOf(access: Access, session: SessionRow | null): Problem | null {
  if (access === 'anyone') return null
  if (!session) return signedOut
  if (session.suspended) return accountSuspended
  if (access === 'account') return null
  if (session.carrier_status === null) return notACarrier
  return access === 'carrier' || session.carrier_status === 'approved' ? null : notApproved
}

const callerOf = (session: SessionRow): Caller => ({
  accountId: session.account_id,
  sessionId: session.session_id,
  phone: session.phone,
  name: session.name,
  language: session.language,
  carrierStatus: session.carrier_status,
})

type Renewal = { reply: FastifyReply; session: SessionRow; presented: Presented | null }

async function renew(
  { pool, cookie }: AppAdmissionNeeds,
  { reply, session, presented }: Renewal,
): Promise<void> {
  await renewSession(pool, session)
  if (presented?.by === 'cookie') cookie.write(reply, presented.token)
}

const signedOut = new Problem('signed_out', (t) => t.accounts.signedOut)

const notACarrier = new Problem('not_a_carrier', (t) => t.accounts.notACarrier)

const notApproved = new Problem('carrier_not_approved', (t) => t.accounts.carrierNotApproved)
