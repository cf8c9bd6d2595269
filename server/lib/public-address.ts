import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Parsed = ReturnType<typeof ipaddr.parse>

/** Whether `ip` (canonical text, no zone) lies in the open internet: nothing local, reserved, tunnelled or special. */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 0 || ip.includes('%')) return false
  // The deprecated "compatible" form; ipaddr.js would read it as a mapped address, no router does.
  if (/^::\d+\./.test(ip)) return false
  const address = embeddedIPv4(ipaddr.parse(ip))
  if (address.range() !== 'unicast') return false
  // ipaddr.js calls everything it has no name for unicast, `::7f00:1` too; IANA gives out 2000::/3 only.
  if (address instanceof ipaddr.IPv6) return address.match(ipaddr.IPv6.parse('2000::'), 3)
  return address.toString() !== azureHostChannel
}

/** A public number by its range, but answered inside each Azure machine by its host, with the machine's secrets. */
const azureHostChannel = '168.63.129.16'

/**
 * The IPv4 address a packet would end at: IPv4-mapped, and NAT64's well-known prefix, which is what DNS answers for
 * every IPv4 host on an IPv6-only network. All other embeddings (6to4, Teredo, compatible) are refused by range.
 */
function embeddedIPv4(address: Parsed): Parsed {
  if (!(address instanceof ipaddr.IPv6)) return address
  if (address.isIPv4MappedAddress()) return address.toIPv4Address()
  if (!address.match(ipaddr.IPv6.parse('64:ff9b::'), 96)) return address
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}
