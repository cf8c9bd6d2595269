import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../errors.ts'

/**
 * Whether a call that changes something comes from a page of ours. A browser sends the cookie along with whatever any
 * page makes it send, so with a cookie the page has to show itself: an `Origin` that is `BASE_URL`'s or, as `localhost`
 * and `127.0.0.1` are one machine, that of the very host that was asked, or the browser's word for it.
 */
export function isFromOurPages({ headers }: FastifyRequest, baseUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true
  const { origin, host } = headers
  if (origin === undefined) return false
  const base = new URL(baseUrl)
  return origin === base.origin || origin === `${base.protocol}//${host}`
}

export const foreignPage = new Forbidden({
  en: 'This call did not come from a page of this service.',
  es: 'Esta llamada no viene de una página de este servicio.',
})
