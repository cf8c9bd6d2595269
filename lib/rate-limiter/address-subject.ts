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
  return `ip:${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

const isWrapped = (parts: number[]) => {
  const prefix = parts.slice(0, 6).join(':')
  return prefix === '0:0:0:0:0:65535' || prefix === '100:65435:0:0:0:0'
}

const ipv4Of = (parts: number[]) =>
  parts
    .slice(6)
    .flatMap((part) => [part >> 8, part & 0xff])
    .join('.')
