import dns from 'node:dns/promises'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { FetchRefused } from './fetch-errors.ts'
import { isPublicAddress } from './public-address.ts'
import { bareHost, isAllowed } from './url-rules.ts'

export type Address = { address: string; family: number }

export type AddressRules = {
  /** `host:port` pairs exempt from the address and port rules. */
  allowed: string[]
  /** Replaces DNS in tests. */
  lookup?: ((host: string) => Promise<Address[]>) | undefined
}

/**
 * Resolves the host of a URL and checks that all its addresses are public and not of this machine. A host with one
 * public and one private address is refused.
 *
 * @throws {FetchRefused} if there is no address or a private one. Throws the signal's reason on abort.
 */
export async function checkedAddresses(
  url: URL,
  { allowed, lookup }: AddressRules,
  signal: AbortSignal,
): Promise<Address[]> {
  const trusted = isAllowed(url, allowed)
  const addresses = await unlessAborted(addressesOf(bareHost(url), { trusted, signal, lookup }), signal)
  if (addresses.length === 0) throw new FetchRefused('dns')
  if (!trusted && !areAllPublic(addresses)) throw new FetchRefused('address')
  return addresses
}

type Resolving = { trusted: boolean; signal: AbortSignal; lookup: AddressRules['lookup'] }

/** Resolves all current addresses of a host; an IP literal is returned unchanged. Throws the resolver's errors. */
async function addressesOf(host: string, { trusted, signal, lookup }: Resolving): Promise<Address[]> {
  const literal = isIP(host)
  if (literal !== 0) return [{ address: host, family: literal }]
  if (lookup) return await lookup(host)
  // A host that the operator trusts may be listed in /etc/hosts only.
  return trusted ? await dns.lookup(host, { all: true }) : await askDns(host, signal)
}

/** A resolver may never respond; a response after the timeout is dropped. A resolver error counts as no addresses. */
async function unlessAborted(asked: Promise<Address[]>, signal: AbortSignal): Promise<Address[]> {
  signal.throwIfAborted()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([asked.catch(() => []), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Not `dns.lookup`: it shares four threads with file access, and a name server that never responds would block them.
 */
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

function areAllPublic(addresses: Address[]): boolean {
  const own = ownAddresses()
  return addresses.every(({ address }) => isPublicAddress(address) && !own.has(canonical(address)))
}

/** The addresses of this machine, which must be refused even if they are public. */
function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces())
      .flatMap((entries) => entries ?? [])
      .map(({ address }) => canonical(address)),
  )
}

/** Normalizes an address: a dual-stack socket reports an IPv4 peer as `::ffff:1.2.3.4`. */
export const canonical = (ip: string): string => (ipaddr.isValid(ip) ? ipaddr.process(ip).toString() : '')
