import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import { Forbidden } from '../errors/errors.ts'

/** Undefined on a route that needs no key. Only for refusals, because Fastify rebuilds `routeOptions` on each read. */
export const refused = (request: FastifyRequest, why: Error): Error | undefined =>
  request.routeOptions.config.open ? undefined : why

/** The refusal of a request without a key, or with one that is not known. The text tells which; the body has the same shape (spec part 7). */
export const unauthorized = ({ headers }: FastifyRequest): Problem =>
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
