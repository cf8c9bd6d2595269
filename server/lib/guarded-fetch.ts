import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, addressesOf, areStrangers, type Dial } from './checked-connection.ts'
import { FetchRefused } from './fetch-refused.ts'
import { guardedRequest } from './guarded-request.ts'
import type { Lanes } from './lanes.ts'
import { bareHost, isAllowed, photoUrlFault } from './photo-url.ts'
import { ProviderError } from './provider-error.ts'

export type FetchGuard = {
  /** `host:port` pairs exempt from the address and port rules (`PHOTO_SOURCES_ALLOWED`). */
  allowed: string[]
  /** How many may be fetched at once, by host name. */
  lanes?: Lanes
  /** Instead of DNS, for tests. */
  lookup?: (host: string) => Promise<Address[]>
  /** Instead of a direct socket, for tests. */
  dial?: Dial
}

export type DownloadLimits = {
  maxBytes: number
  /** From the first connection to the last byte, redirects included; waiting for a lane does not count. */
  totalTimeoutMs: number
  /** The caller's own end: what it cuts is not the host's fault. */
  signal?: AbortSignal
}

/**
 * The bytes behind a stranger's URL, fetched so that it can reach nothing private by any spelling, redirect or DNS
 * answer: every hop's text and addresses are checked anew, and the socket goes to a checked address.
 *
 * @throws {FetchRefused} whatever went wrong with the URL or its host, and never sooner than 50 ms after the call.
 * @throws {ProviderError} `signal` fired first, in the line or in mid-download.
 */
export async function guardedDownload(
  guard: FetchGuard,
  url: string,
  limits: DownloadLimits,
): Promise<Buffer> {
  const begunAt = performance.now()
  try {
    return await follow(guard, url, limits)
  } catch (error) {
    // A blocked address must not be told from a dead one by how fast the answer comes.
    await sleep(Math.max(0, begunAt + 50 + Math.random() * 50 - performance.now()))
    throw error instanceof FetchRefused || error instanceof ProviderError
      ? error
      : new FetchRefused('connection')
  }
}

const mostRedirects = 3

async function follow(guard: FetchGuard, first: string, limits: DownloadLimits): Promise<Buffer> {
  let leftMs = limits.totalTimeoutMs
  let next = first
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const url = checkedUrl(next, guard)
    const leave = await enterLane(guard, url, limits.signal)
    const begunAt = performance.now()
    try {
      const answer = await visitInTime(guard, url, { ...limits, totalTimeoutMs: leftMs })
      if (typeof answer !== 'string') return answer
      next = answer
    } finally {
      leave()
    }
    leftMs -= performance.now() - begunAt
  }
  throw new FetchRefused('redirect')
}

function checkedUrl(text: string, guard: FetchGuard): URL {
  if (photoUrlFault(text, guard.allowed) !== null) throw new FetchRefused('url')
  return new URL(text)
}

async function enterLane(guard: FetchGuard, url: URL, signal?: AbortSignal): Promise<() => void> {
  if (!guard.lanes) return () => {}
  return await guard.lanes.enter(url.hostname, signal).catch(() => {
    throw cutByCaller()
  })
}

/** Whichever ends first ends the visit, and says whose fault it was: our clock the host's, the caller's signal nobody's. */
async function visitInTime(
  guard: FetchGuard,
  url: URL,
  { maxBytes, totalTimeoutMs, signal }: DownloadLimits,
): Promise<Buffer | string> {
  const clock = AbortSignal.timeout(Math.max(0, Math.ceil(totalTimeoutMs)))
  const either = signal ? AbortSignal.any([signal, clock]) : clock
  try {
    return await visit(guard, url, { maxBytes, signal: either })
  } catch (error) {
    if (error instanceof FetchRefused || !either.aborted) throw error
    throw either.reason === signal?.reason ? cutByCaller() : new FetchRefused('timeout')
  }
}

const cutByCaller = () =>
  new ProviderError('photos', 'no time left for the download', { retryable: true, outcome: 'refused' })

async function visit(
  guard: FetchGuard,
  url: URL,
  limits: { maxBytes: number; signal: AbortSignal },
): Promise<Buffer | string> {
  const trusted = isAllowed(url, guard.allowed)
  const resolving = { trusted, signal: limits.signal, lookup: guard.lookup }
  const addresses = await unlessAborted(addressesOf(bareHost(url), resolving), limits.signal)
  if (addresses.length === 0) throw new FetchRefused('dns')
  if (!trusted && !areStrangers(addresses)) throw new FetchRefused('address')
  return await guardedRequest(url, { ...limits, addresses, dial: guard.dial })
}

/** A resolver may never answer; what it says after the deadline is dropped. A host without addresses is no host. */
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
