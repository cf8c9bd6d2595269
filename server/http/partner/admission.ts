import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LastUsed } from '../../keys/last-used.ts'
import type { PartnerKey, Verdict, VerifyKey } from '../../keys/verify.ts'
import { addressSubject } from '../../ratelimit/address-subject.ts'
import type { Decision, Limiter } from '../../ratelimit/limiter.ts'
import { createMemoryLimiter, type MemoryLimiter } from '../../ratelimit/memory-limiter.ts'
import { rateHeaders, rateLimited } from '../rate-headers.ts'
import { refused, refusedKey, unauthorized } from './key-refusals.ts'

declare module 'fastify' {
  interface FastifyRequest {
    partnerKey: PartnerKey
  }
  interface FastifyContextConfig {
    /** Answered without a valid key as well; counted all the same. */
    open?: boolean
  }
}

export type AdmissionNeeds = {
  verifyKey: VerifyKey
  limiter: Limiter
  lastUsed: LastUsed
  /** Calls per 60 s of an address that shows no valid key. */
  addressLimit: number
}

type Done = (error?: Error) => void

export type Admit = (request: FastifyRequest, reply: FastifyReply, done: Done) => void

/**
 * Who calls, and may it call now? Runs before the body is read (spec parts 5 and 8): a known key is counted on its own
 * counter, everything else on that of its address, and the counter that was used fills the headers of the answer.
 *
 * Callbacks and not promises: for a key seen lately nothing here has to wait, and this is on every call's way.
 *
 * Anybody can make up keys that are well formed, and each costs a look into the database. An address that had
 * `addressLimit` of them looked up in vain within the window is metered first from then on, and only what passes is
 * looked up. A key this node has seen before is not held up by that, so a partner who shares the address of a flood goes
 * on working. One that is new to the node then competes with the flood for the places of their address, while it lasts;
 * it is not refused for what others sent without a key or with a malformed one, as those ask nobody.
 *
 * A database that does not answer is our fault and not the caller's: 503, on the key's own counter where this node has seen
 * the key before, else on that of the address, which then refuses nothing.
 */
export function createAdmission(needs: AdmissionNeeds): Admit {
  // Of this node alone: it spares the node's own database connections, and costs no round trip.
  const inVain = createMemoryLimiter()
  const { verifyKey, addressLimit } = needs
  return (request, reply, done) => {
    const call = { request, reply, done }
    const mayAsk = () => !inVain.isFull(addressSubject(request.ip), addressLimit)
    const verdict = presented(request, verifyKey, mayAsk)
    if (verdict instanceof Promise) return whenAsked(needs, { ...call, verdict, inVain, isMetered: false })
    if (verdict.state !== 'unasked') return admit(needs, { ...call, verdict })
    const passed = () => {
      const asked = Promise.resolve(presented(request, verifyKey))
      whenAsked(needs, { ...call, verdict: asked, inVain, isMetered: true })
    }
    meterAddress(needs, { request, reply, done: (limited) => (limited ? done(limited) : passed()) })
  }
}

/** A header sent twice arrives joined by a comma, which no key contains. */
function presented(
  request: FastifyRequest,
  verifyKey: VerifyKey,
  mayAsk?: () => boolean,
): Verdict | Promise<Verdict> {
  const value = request.headers['x-api-key']
  return typeof value === 'string' ? verifyKey(value, mayAsk) : { state: 'unknown' }
}

type Call = { request: FastifyRequest; reply: FastifyReply; done: Done }
type Asked = Call & { verdict: Promise<Verdict>; inVain: MemoryLimiter; isMetered: boolean }

/** `isMetered` says that the address has paid for this call already. */
function whenAsked(needs: AdmissionNeeds, { verdict, inVain, isMetered, ...call }: Asked): void {
  const { request, done } = call
  verdict.then((settled) => {
    const isVain = settled.state === 'unknown'
    if (isVain) inVain.take(addressSubject(request.ip), needs.addressLimit)
    if (isMetered && isVain) return done(refused(request, unauthorized))
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
      done: (limited) => done(limited ?? refused(request, unauthorized)),
    })
    return
  }
  const { key, state } = verdict
  request.partnerKey = key
  meter(needs.limiter.take(`key:${key.keyId}`, key.rateLimitPerMinute), reply, (limited) => {
    if (limited) return done(limited)
    if (state === 'unconfirmed') return done(refused(request, verdict.error))
    if (state !== 'active') return done(refused(request, refusedKey[state]))
    needs.lastUsed.note(key.keyId)
    done()
  })
}

function meterAddress({ limiter, addressLimit }: AdmissionNeeds, { request, reply, done }: Call): void {
  meter(limiter.take(addressSubject(request.ip), addressLimit), reply, done)
}

function meter(decision: Decision | Promise<Decision>, reply: FastifyReply, done: Done): void {
  const settle = (settled: Decision) => {
    reply.headers(rateHeaders(settled))
    done(settled.allowed ? undefined : rateLimited(settled))
  }
  if (decision instanceof Promise) decision.then(settle, done)
  else settle(decision)
}
