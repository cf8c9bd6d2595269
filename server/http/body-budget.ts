import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '../lib/problem.ts'
import { createQuota, type Share, takeShares } from '../lib/quota.ts'
import { mostUploadBytes } from '../photos/photo-size.ts'
import { addressSubject } from '../ratelimit/address-subject.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The share of the body budget that this request holds; null while it holds none. */
    bodyPlace: BodyPlace | null
  }
}

export type BodyPlace = {
  /** Held on after the connection closed, until the function given back is called: the bytes are still in memory. */
  keep: () => () => void
}

const mebibyte = 1_048_576
const all = 'all'

/** Bytes of bodies in memory, of this process. JSON has its own part, so that uploads can never keep a partner out. */
const limits = {
  uploadBytes: 64 * mebibyte,
  uploadBytesPerAddress: 24 * mebibyte,
  uploadsPerAccount: 2,
  uploadsPerAddress: 6,
  jsonBytes: 32 * mebibyte,
  jsonBytesPerAddress: 8 * mebibyte,
}

export type BodyBudget = { sharesOf: (request: FastifyRequest) => Share<Problem>[] }

export function createBodyBudget(): BodyBudget {
  const uploadBytes = createQuota(limits.uploadBytes)
  const uploadBytesPerAddress = createQuota(limits.uploadBytesPerAddress)
  const uploadsPerAccount = createQuota(limits.uploadsPerAccount)
  const uploadsPerAddress = createQuota(limits.uploadsPerAddress)
  const jsonBytes = createQuota(limits.jsonBytes)
  const jsonBytesPerAddress = createQuota(limits.jsonBytesPerAddress)

  const uploadShares = (address: string, account: string, amount: number): Share<Problem>[] => [
    { quota: uploadsPerAccount, key: account, amount: 1, refusal: tooManyUploads },
    { quota: uploadsPerAddress, key: address, amount: 1, refusal: tooManyUploads },
    { quota: uploadBytesPerAddress, key: address, amount, refusal: tooManyUploads },
    { quota: uploadBytes, key: all, amount, refusal: overloaded },
  ]
  const jsonShares = (address: string, amount: number): Share<Problem>[] => [
    { quota: jsonBytesPerAddress, key: address, amount, refusal: overloaded },
    { quota: jsonBytes, key: all, amount, refusal: overloaded },
  ]
  return {
    sharesOf(request) {
      const address = addressSubject(request.ip)
      const { takesPhoto } = request.routeOptions.config
      const amount = bytesToCome(request)
      return takesPhoto
        ? uploadShares(address, request.caller?.accountId ?? address, amount)
        : jsonShares(address, amount)
    },
  }
}

/** What the request says it will send, and never more than its route takes: without a length, all that it takes. */
function bytesToCome({ headers, routeOptions }: FastifyRequest): number {
  const most = routeOptions.config.takesPhoto ? mostUploadBytes : mostJsonBytes
  const said = headers['content-length']
  return said === undefined ? most : Math.min(Number(said), most)
}

/** The largest body that is no picture (`webhooks.ts`); `json-only.ts` takes less. */
const mostJsonBytes = 262_144

/**
 * Reserves a place and its bytes before a body is read, after the hooks that say who calls. A request that gets none is
 * refused while its body is still in the socket, and Node discards what comes without keeping it.
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

const tooManyUploads = new Problem(
  'rate_limit_exceeded',
  {
    en: 'Too many photos are being uploaded at once. Please send them one after the other.',
    es: 'Se están subiendo demasiadas fotos a la vez. Envíalas una tras otra.',
  },
  { retryAfterSeconds: 2 },
)

const overloaded = new Problem(
  'service_unavailable',
  {
    en: 'The service is very busy. Please try again shortly.',
    es: 'El servicio está muy ocupado. Vuelve a intentarlo en unos segundos.',
  },
  { retryAfterSeconds: 2 },
)
