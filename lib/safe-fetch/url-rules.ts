import { isIPv4 } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export type UrlFault = 'length' | 'malformed' | 'scheme' | 'credentials' | 'port' | 'host'

/**
 * Returns why a URL must not be fetched, or null. It checks only the text, without resolving or fetching it. `allowed`
 * lists the `host:port` pairs that are exempt from the host and port rules.
 */
export function urlFault(text: string, allowed: string[]): UrlFault | null {
  if (text.length > 2_048) return 'length'
  // Parsers disagree about whitespace, control characters and backslashes; a valid URL does not contain any (RFC 3986).
  if (/[\s\\\p{Cc}]/u.test(text)) return 'malformed'
  const url = URL.parse(text)
  if (!url) return 'malformed'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'scheme'
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (!authority) return 'malformed'
  if (authority.includes('@')) return 'credentials'
  if (isAllowed(url, allowed)) return null
  if (!['80', '443'].includes(portOf(url))) return 'port'
  return isPublicHost(url.hostname) ? null : 'host'
}

/** Whether this host and port are exempt from the host and port rules. */
export function isAllowed(url: URL, allowed: string[]): boolean {
  const pair = `${url.hostname}:${portOf(url)}`
  return allowed.some((entry) => entry.trim().toLowerCase() === pair)
}

/** Returns `[::1]` as `::1`, the form that sockets and resolvers need. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1')

const portOf = (url: URL): string => url.port || (url.protocol === 'https:' ? '443' : '80')

/** The URL parser has already normalized every spelling of an IPv4 address (decimal, octal, hex, short, full-width). */
function isPublicHost(host: string): boolean {
  if (host.startsWith('[')) return isPublicAddress(host.slice(1, -1))
  if (isIPv4(host)) return isPublicAddress(host)
  if (host.length > 253 || !/^([a-z0-9_-]{1,63}\.)+[a-z0-9-]{1,63}$/.test(host)) return false
  return !privateEndings.has(host.slice(host.lastIndexOf('.') + 1))
}

/** Top-level names that exist only inside a network, or not at all (RFC 6761, RFC 6762, common practice). */
const privateEndings = new Set([
  'alt',
  'arpa',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'private',
  'test',
])
