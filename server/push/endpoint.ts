import { isAllowed, photoUrlFault } from '../lib/photo-url.ts'

/**
 * Whether a browser's push endpoint may be called, by its text alone: https, a public host, no credentials. `allowed` are
 * the `host:port` pairs of `PUSH_ENDPOINTS_ALLOWED`.
 */
export function isPushEndpoint(text: string, allowed: string[]): boolean {
  if (photoUrlFault(text, allowed) !== null) return false
  const url = new URL(text)
  return url.protocol === 'https:' || isAllowed(url, allowed)
}
