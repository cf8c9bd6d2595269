import ipaddr from 'ipaddr.js'

/**
 * Returns the subject that counts the requests of a client address without a valid key. An IPv6 client usually controls
 * a whole /64, so the subject is the /64 prefix. IPv4 addresses wrapped in IPv6 (`::ffff:0:0/96`, `64:ff9b::/96`) are
 * unwrapped first. Invalid addresses share one subject.
 */
export function addressSubject(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'ip:unknown'
  const address = ipaddr.parse(ip)
  if (address.kind() === 'ipv4') return `ip:${address.toString()}`
  const { parts } = address as ipaddr.IPv6
  if (isWrapped(parts)) return `ip:${ipv4Of(parts)}`
  return `ip:${hex(parts.slice(0, 4))}::/64`
}

/** The /48 of an IPv6 address, which a client may hold whole; null for IPv4 and for a text that is not an address. */
export function networkSubject(ip: string): string | null {
  if (!ipaddr.isValid(ip)) return null
  const address = ipaddr.parse(ip)
  if (address.kind() === 'ipv4') return null
  const { parts } = address as ipaddr.IPv6
  return isWrapped(parts) ? null : `ip:${hex(parts.slice(0, 3))}::/48`
}

const hex = (parts: number[]) => parts.map((part) => part.toString(16)).join(':')

const isWrapped = (parts: number[]) => {
  const prefix = parts.slice(0, 6).join(':')
  return prefix === '0:0:0:0:0:65535' || prefix === '100:65435:0:0:0:0'
}

const ipv4Of = (parts: number[]) =>
  parts
    .slice(6)
    .flatMap((part) => [part >> 8, part & 0xff])
    .join('.')
