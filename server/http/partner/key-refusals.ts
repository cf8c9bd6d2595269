import type { FastifyRequest } from 'fastify'
import { Problem } from '../../lib/problem.ts'
import { Forbidden } from '../errors.ts'

/** Undefined on a route that needs no key. Only for refusals, because Fastify rebuilds `routeOptions` on each read. */
export const refused = (request: FastifyRequest, why: Error): Error | undefined =>
  request.routeOptions.config.open ? undefined : why

export const unauthorized = new Problem('unauthorized', {
  en: 'Send your API key in the header X-API-Key; this one is missing or not valid.',
  es: 'Envía tu clave en la cabecera X-API-Key; falta o no es válida.',
})

/** Errors for known keys that are not active (spec 5.5). */
export const refusedKey = {
  revoked: new Forbidden({ en: 'This API key is revoked.', es: 'Esta clave está revocada.' }),
  replaced: new Forbidden({
    en: 'This API key was replaced by a new one; use the new value.',
    es: 'Esta clave se cambió por otra; usa el valor nuevo.',
  }),
  expired: new Forbidden({ en: 'This API key has expired.', es: 'Esta clave ha caducado.' }),
  suspended: new Forbidden({ en: 'This API key is inactive.', es: 'Esta clave está inactiva.' }),
}
