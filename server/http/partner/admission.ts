import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LastUsed } from '../../keys/last-used.ts'
import type { PartnerKey, Verdict, VerifyKey } from '../../keys/verify.ts'
import { Problem } from '../../lib/problem.ts'
import { addressSubject } from '../../ratelimit/address-subject.ts'
import type { Decision, Limiter } from '../../ratelimit/limiter.ts'
import { Forbidden } from '../errors.ts'
import { rateHeaders, rateLimited } from '../rate-headers.ts'

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
 */
export function createAdmission(needs: AdmissionNeeds): Admit {
  return (request, reply, done) => {
    const verdict = presented(request, needs.verifyKey)
    if (!(verdict instanceof Promise)) return admit(needs, { request, reply, verdict, done })
    verdict.then(
      (settled) => admit(needs, { request, reply, verdict: settled, done }),
      // The key could not be looked up; the answer still carries a counter.
      (error: Error) => meterAddress(needs, { request, reply, done: (limited) => done(limited ?? error) }),
    )
  }
}

/** A header sent twice arrives joined by a comma, which no key contains. */
function presented(request: FastifyRequest, verifyKey: VerifyKey): Verdict | Promise<Verdict> {
  const value = request.headers['x-api-key']
  return typeof value === 'string' ? verifyKey(value) : { state: 'unknown' }
}

type Call = { request: FastifyRequest; reply: FastifyReply; done: Done }

function admit(needs: AdmissionNeeds, { request, reply, verdict, done }: Call & { verdict: Verdict }): void {
  if (verdict.state === 'unknown') {
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
    if (state !== 'active') return done(refused(request, refusals[state]))
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

/** `routeOptions` is put together anew at every reading, so only a refusal reads it. */
const refused = (request: FastifyRequest, why: Problem): Problem | undefined =>
  request.routeOptions.config.open ? undefined : why

const unauthorized = new Problem('unauthorized', {
  en: 'Send your API key in the header X-API-Key; this one is missing or not valid.',
  es: 'Envía tu clave en la cabecera X-API-Key; falta o no es válida.',
})

const refusals = {
  revoked: new Forbidden({ en: 'This API key is revoked.', es: 'Esta clave está revocada.' }),
  replaced: new Forbidden({
    en: 'This API key was replaced by a new one; use the new value.',
    es: 'Esta clave se cambió por otra; usa el valor nuevo.',
  }),
  suspended: new Forbidden({ en: 'This API key is inactive.', es: 'Esta clave está inactiva.' }),
}
