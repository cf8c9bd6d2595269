import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressSubject } from '#lib/rate-limiter/address-subject.ts'
import { Problem } from '../../lib/problem.ts'
import { createQuota, type Share, takeShares } from '../../lib/quota.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The part of the body budget reserved by this request; null without a reservation. */
    bodyPlace: BodyPlace | null
  }
}

export type BodyPlace = {
  /** Keeps the reservation after the connection closes, while the bytes are in memory. @returns a release function. */
  keep: () => () => void
}

const mebibyte = 1_048_576
const all = 'all'

const kibibyte = 1_024

/** Limits for uploads per process: bytes in memory, and concurrent uploads. */
const uploadLimits = {
  bytes: 64 * mebibyte,
  bytesPerAddress: 24 * mebibyte,
  placesPerAccount: 2,
  placesPerAddress: 6,
}

/**
 * Limits for JSON bodies, counted separately for each kind of sender, so one cannot block another: an attacker can send
 * slow sign-in requests from many addresses. `share` limits one key, account, member or address. The route limits one
 * body.
 */
const jsonLimits = {
  partner: { bytes: 32 * mebibyte, share: 8 * mebibyte },
  account: { bytes: 16 * mebibyte, share: 512 * kibibyte },
  member: { bytes: 8 * mebibyte, share: 512 * kibibyte },
  anonymous: { bytes: 16 * mebibyte, share: 512 * kibibyte },
  webhook: { bytes: 8 * mebibyte, share: 2 * mebibyte },
}
type Sender = keyof typeof jsonLimits

export type BodyBudget = { sharesOf: (request: FastifyRequest) => Share<Problem>[] }

export function createBodyBudget(): BodyBudget {
  const uploadShares = createUploadShares()
  const pools = {
    partner: createJsonShares('partner'),
    account: createJsonShares('account'),
    member: createJsonShares('member'),
    anonymous: createJsonShares('anonymous'),
    webhook: createJsonShares('webhook'),
  }
  return {
    sharesOf(request) {
      if (request.routeOptions.config.takesPhoto) return uploadShares(request)
      const [sender, key] = senderOf(request)
      return pools[sender](key, bytesToCome(request))
    },
  }
}

/** The kind of sender and its key for the quota; admission must run before. */
function senderOf({ partnerKey, caller, member, url, ip }: FastifyRequest): [Sender, string] {
  if (partnerKey) return ['partner', partnerKey.keyId]
  if (caller) return ['account', caller.accountId]
  if (member) return ['member', member.memberId]
  return [url.startsWith('/webhooks/') ? 'webhook' : 'anonymous', addressSubject(ip)]
}

function createJsonShares(sender: Sender) {
  const limits = jsonLimits[sender]
  const bytes = createQuota(limits.bytes)
  const shares = createQuota(limits.share)
  return (key: string, amount: number): Share<Problem>[] => [
    { quota: shares, key, amount, refusal: overloaded },
    { quota: bytes, key: all, amount, refusal: overloaded },
  ]
}

function createUploadShares() {
  const bytes = createQuota(uploadLimits.bytes)
  const bytesPerAddress = createQuota(uploadLimits.bytesPerAddress)
  const placesPerAccount = createQuota(uploadLimits.placesPerAccount)
  const placesPerAddress = createQuota(uploadLimits.placesPerAddress)
  return (request: FastifyRequest): Share<Problem>[] => {
    const address = addressSubject(request.ip)
    const account = request.caller?.accountId ?? address
    const amount = bytesToCome(request)
    return [
      { quota: placesPerAccount, key: account, amount: 1, refusal: tooManyUploads },
      { quota: placesPerAddress, key: address, amount: 1, refusal: tooManyUploads },
      { quota: bytesPerAddress, key: address, amount, refusal: tooManyUploads },
      { quota: bytes, key: all, amount, refusal: overloaded },
    ]
  }
}

/** Bytes to reserve: the content length, at most the limit of the route. Without a content length, that limit. */
function bytesToCome({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  const said = headers['content-length']
  return said === undefined ? bodyLimit : Math.min(Number(said), bodyLimit)
}

/**
 * Reserves memory for a body before it is read. Must run after the hooks that identify the caller. Without a free
 * reservation, the request is refused while its body is still in the socket, and Node discards the body.
 */
export function boundBodies(scope: FastifyInstance, { sharesOf }: BodyBudget): void {
  scope.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done()
    const taken = takeShares(sharesOf(request))
    if ('refusal' in taken) return done(taken.refusal)
    request.bodyPlace = holdUntilClosed(reply, taken.release)
    done()
  })
}

function holdUntilClosed({ raw }: FastifyReply, release: () => void): BodyPlace {
  let isKept = false
  raw.once('close', () => isKept || release())
  return {
    keep() {
      isKept = true
      return release
    },
  }
}

const hasBody = ({ method, headers }: FastifyRequest): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)

const tooManyUploads = new Problem('rate_limit_exceeded', (t) => t.jobs.tooManyUploads, {
  retryAfterSeconds: 2,
})

const overloaded = new Problem('service_unavailable', (t) => t.requests.busy, { retryAfterSeconds: 2 })
