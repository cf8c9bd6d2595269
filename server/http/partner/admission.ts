import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import type { Decision, Limiter } from '#lib/rate-limiter/limiter.ts'
import { createMemoryLimiter, type MemoryLimiter } from '#lib/rate-limiter/memory-limiter.ts'
import type { LastUsed } from '../../keys/last-used.ts'
import type { PartnerKey, Verdict, VerifyKey } from '../../keys/verify.ts'
import { Problem } from '../../lib/problem.ts'
import { Forbidden } from '../errors/errors.ts'
import { rateHeaders, rateLimited } from '../limits/rate-headers.ts'

declare module 'fastify' {
  interface FastifyRequest {
    partnerKey: PartnerKey
    /** Requests of the key in the last 60 s, this one included, as in its rate limit headers. */
    windowUsed: number
  }
  interface FastifyContextConfig {
    /** The route needs no valid key, but requests are still counted. */
    open?: boolean
  }
}

export type AdmissionNeeds = {
  verifyKey: VerifyKey
  limiter: Limiter
  lastUsed: LastUsed
  /** Requests per 60 s of an address without a valid key. */
  addressLimit: number
}

/** Declares the request properties that the admission of keys sets. */
export function forKeys(scope: FastifyInstance): void {
  scope.decorateRequest('partnerKey')
  scope.decorateRequest('windowUsed', 0)
}

type Done = (error?: Error) => void

export type Admit = (request: FastifyRequest, reply: FastifyReply, done: Done) => void

/**
 * Authenticates the key and applies the rate limit, before the body is read (spec parts 5 and 8). A known key has a
 * counter, all other requests use the counter of their address. The counter used fills the rate limit headers.
 *
 * Uses callbacks instead of promises: this runs for every request, and a cached key needs no waiting.
 *
 * An attacker can invent well-formed keys, and each costs a database query. When `addressLimit` queries of an address
 * found no key within the window, its further unknown keys are counted on the address first, and only requests within
 * the limit are looked up. Keys that this node has seen before are not affected, so a partner at the address of an
 * attacker can continue. A key new to the node competes with the attacker for the limit of their address. Requests
 * without a key or with a malformed key do not count as failed queries, because they need no query.
 *
 * If the database does not respond, the response is 503. It is counted on the key if this node has seen the key before,
 * else on the address, which then refuses no request.
 */
export function createAdmission(needs: AdmissionNeeds): Admit {
  // Local to this node: it protects the database connections of this node and needs no round trip.
  const failedLookUps = createMemoryLimiter()
  const { verifyKey, addressLimit } = needs
  return (request, reply, done) => {
    const call = { request, reply, done }
    const mayLookUp = () => !failedLookUps.isFull(addressSubject(request.ip), addressLimit)
    const verdict = verdictOf(request, verifyKey, mayLookUp)
    if (verdict instanceof Promise)
      return admitAfterLookUp(needs, { ...call, verdict, failedLookUps, isMetered: false })
    if (verdict.state !== 'not_looked_up') return admit(needs, { ...call, verdict })
    const passed = () => {
      const asked = Promise.resolve(verdictOf(request, verifyKey))
      admitAfterLookUp(needs, { ...call, verdict: asked, failedLookUps, isMetered: true })
    }
    meterAddress(needs, { request, reply, done: (limited) => (limited ? done(limited) : passed()) })
  }
}

/** A duplicate header arrives as one value with a comma, which is never a valid key. */
function verdictOf(
  request: FastifyRequest,
  verifyKey: VerifyKey,
  mayLookUp?: () => boolean,
): Verdict | Promise<Verdict> {
  const value = request.headers['x-api-key']
  return typeof value === 'string' ? verifyKey(value, mayLookUp) : { state: 'unknown' }
}

type Call = { request: FastifyRequest; reply: FastifyReply; done: Done }
type Asked = Call & { verdict: Promise<Verdict>; failedLookUps: MemoryLimiter; isMetered: boolean }

/** `isMetered`: the request has already been counted on the address. */
function admitAfterLookUp(
  needs: AdmissionNeeds,
  { verdict, failedLookUps, isMetered, ...call }: Asked,
): void {
  const { request, done } = call
  verdict.then((settled) => {
    const isUnknown = settled.state === 'unknown'
    if (isUnknown) failedLookUps.take(addressSubject(request.ip), needs.addressLimit)
    if (isMetered && isUnknown) return done(refused(request, unauthorized(request)))
    if (isMetered && settled.state === 'unavailable') return done(refused(request, settled.error))
    admit(needs, { ...call, verdict: settled })
  }, done)
}

function admit(needs: AdmissionNeeds, { request, reply, verdict, done }: Call & { verdict: Verdict }): void {
  if (verdict.state === 'unavailable') {
    meterAddress(needs, { request, reply, done: () => done(refused(request, verdict.error)) })
    return
  }
  if (!('key' in verdict)) {
    meterAddress(needs, {
      request,
      reply,
      done: (limited) => done(limited ?? refused(request, unauthorized(request))),
    })
    return
  }
  const { key, state } = verdict
  request.partnerKey = key
  meter(needs.limiter.take(key.rateSubject, key.rateLimitPerMinute), reply, (limited, decision) => {
    if (decision) request.windowUsed = decision.limit - decision.remaining
    if (limited) return done(limited)
    if (state === 'unconfirmed') return done(refused(request, verdict.error))
    if (state !== 'active') return done(refused(request, refusedKey[state]))
    needs.lastUsed.note(key.valueHash)
    done()
  })
}

function meterAddress({ limiter, addressLimit }: AdmissionNeeds, { request, reply, done }: Call): void {
  meter(limiter.take(addressSubject(request.ip), addressLimit), reply, done)
}

type Metered = (error?: Error, decision?: Decision) => void

function meter(decision: Decision | Promise<Decision>, reply: FastifyReply, done: Metered): void {
  const settle = (settled: Decision) => {
    reply.headers(rateHeaders(settled))
    done(settled.allowed ? undefined : rateLimited(settled), settled)
  }
  if (decision instanceof Promise) decision.then(settle, (error) => done(error))
  else settle(decision)
}

/** Undefined on a route that needs no key. Only for refusals, because Fastify rebuilds `routeOptions` on each read. */
const refused = (request: FastifyRequest, why: Error): Error | undefined =>
  request.routeOptions.config.open ? undefined : why

/** The error for a missing or unknown key. The text tells which; the body has the same shape (spec part 7). */
const unauthorized = ({ headers }: FastifyRequest): Problem =>
  headers['x-api-key'] ? keyUnknown : keyMissing

const keyMissing = new Problem('unauthorized', (t) => t.partners.keyMissing)
const keyUnknown = new Problem('unauthorized', (t) => t.partners.keyUnknown)

/** Errors for known keys that are not active (spec 5.5). */
export const refusedKey = {
  revoked: new Forbidden((t) => t.partners.keyRevoked),
  replaced: new Forbidden((t) => t.partners.keyReplaced),
  expired: new Forbidden((t) => t.partners.keyExpired),
  suspended: new Forbidden((t) => t.partners.keyInactive),
}
