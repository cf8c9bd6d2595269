import ipaddr from 'ipaddr.js'

/**
 * What a request without a valid key is counted by. An IPv6 customer holds a whole /64, so that is what is counted;
 * an IPv4 address is the same one however it is wrapped (`::ffff:0:0/96`, `64:ff9b::/96`). What is no address shares one window.
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
