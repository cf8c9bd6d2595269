import dns from 'node:dns/promises'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'
import { isPublicAddress } from './public-address.ts'

export type Address = { address: string; family: number }

/** Resolves all current addresses of a host; an IP literal is returned as it is. Throws the resolver's errors. */
export async function addressesOf(host: string, how: Resolving): Promise<Address[]> {
  const literal = isIP(host)
  if (literal !== 0) return [{ address: host, family: literal }]
  if (how.lookup) return await how.lookup(host)
  // A host that the operator trusts may be listed in /etc/hosts only.
  return how.trusted ? await dns.lookup(host, { all: true }) : await askDns(host, how.signal)
}

type Resolving = {
  trusted: boolean
  signal: AbortSignal
  lookup: ((host: string) => Promise<Address[]>) | undefined
}

/**
 * Whether all addresses are public and not of this machine. A host with one public and one private address is refused.
 */
export function areAllPublic(addresses: Address[]): boolean {
  const own = ownAddresses()
  return (
    addresses.length > 0 &&
    addresses.every(({ address }) => isPublicAddress(address) && !own.has(plain(address)))
  )
}

/** Connects only to the checked addresses, whatever DNS returns by now, and verifies the peer's address. */
export function connectorTo(addresses: Address[], dial: Dial = dialDirectly): buildConnector.connector {
  const connect = dial(addresses)
  const expected = new Set(addresses.map(({ address }) => plain(address)))
  return (options, callback) =>
    connect(options, (error, socket) => {
      if (error) return callback(error, null)
      if (expected.has(plain(peerOf(socket)))) return callback(null, socket)
      socket.destroy()
      return callback(new Error('connected to another address than the one checked'), null)
    })
}

/** Opens a socket to one of these addresses; tests replace it with a recorder. */
export type Dial = (addresses: Address[]) => buildConnector.connector

const dialDirectly: Dial = (addresses) =>
  buildConnector({ lookup: answering(addresses), timeout: 5_000, allowH2: false, maxCachedSessions: 0 })

const answering =
  (addresses: Address[]): LookupFunction =>
  (_host, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }

const peerOf = (socket: Socket): string => socket.remoteAddress ?? ''

/** Normalizes an address: a dual-stack socket reports an IPv4 peer as `::ffff:1.2.3.4`. */
const plain = (ip: string): string => (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : '')

/** The addresses of this machine, which must be refused even if they are public. */
function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .map(({ address }) => plain(address)),
  )
}

/** Not `dns.lookup`: it shares four threads with file access, and a name server that never answers would block them. */
async function askDns(host: string, signal: AbortSignal): Promise<Address[]> {
  const resolver = new dns.Resolver({ timeout: 2_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return answers.flatMap((answer, index) =>
      answer.status === 'rejected'
        ? []
        : answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
    )
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
