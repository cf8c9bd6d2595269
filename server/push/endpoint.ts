import { isAllowed, urlFault } from '#lib/safe-fetch/url-rules.ts'

/**
 * Whether the URL of a push endpoint is allowed: https, a public host, no credentials. Makes no DNS query. `allowed`
 * has the `host:port` pairs of `PUSH_ENDPOINTS_ALLOWED`.
 */
export function isPushEndpoint(text: string, allowed: string[]): boolean {
  if (urlFault(text, allowed) !== null) return false
  const url = new URL(text)
  return url.protocol === 'https:' || isAllowed(url, allowed)
}
