import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Parsed = ReturnType<typeof ipaddr.parse>

/** Whether `ip` (canonical text, no zone) is a public internet address: not local, reserved, tunnelled or special. */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes('%')) return false
  // The deprecated "compatible" form. ipaddr.js treats it as a mapped address, but no router does.
  if (/^::\d+\./.test(ip)) return false
  const address = embeddedIPv4(ipaddr.parse(ip))
  if (address.range() !== 'unicast') return false
  // ipaddr.js reports every unnamed range as unicast, including `::7f00:1`. IANA assigns addresses only from 2000::/3.
  if (address instanceof ipaddr.IPv6) return address.match(ipaddr.IPv6.parse('2000::'), 3)
  return address.toString() !== azureHostChannel
}

/**
 * In a public range, but on each Azure machine, requests to it reach the machine's host, which returns the machine's
 * secrets.
 */
const azureHostChannel = '168.63.129.16'

/**
 * Returns the IPv4 address that a packet would reach: for IPv4-mapped addresses, and for NAT64's well-known prefix,
 * which DNS returns for every IPv4 host on an IPv6-only network. All other embeddings (6to4, Teredo, compatible) are
 * refused by their range.
 */
function embeddedIPv4(address: Parsed): Parsed {
  if (!(address instanceof ipaddr.IPv6)) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  if (!address.match(ipaddr.IPv6.parse('64:ff9b::'), 96)) return address
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}
