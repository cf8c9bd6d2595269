import type { FastifyRequest } from 'fastify'
import { Forbidden } from '../errors/errors.ts'

/**
 * CSRF check for requests that change something: whether the request comes from one of our pages. Browsers send the
 * cookie with requests of any page, so a request with a cookie needs `Sec-Fetch-Site: same-origin`, or the `Origin` of
 * `BASE_URL` or of the requested host (`localhost` and `127.0.0.1` are one machine).
 */
export function isFromOurPages({ headers }: FastifyRequest, baseUrl: string): boolean {
  if (headers['sec-fetch-site'] === 'same-origin') return true
  const { origin, host } = headers
  if (origin === undefined) return false
  const base = new URL(baseUrl)
  return origin === base.origin || origin === `${base.protocol}//${host}`
}

export const foreignPage = new Forbidden((t) => t.accounts.otherSite)
