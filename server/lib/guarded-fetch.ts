import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, addressesOf, areAllPublic, type Dial } from './checked-connection.ts'
import { FetchRefused } from './fetch-refused.ts'
import { guardedRequest } from './guarded-request.ts'
import type { KeyedSemaphore } from './keyed-semaphore.ts'
import { bareHost, isAllowed, photoUrlFault } from './photo-url.ts'
import { ProviderError } from './provider-error.ts'

export type FetchGuard = {
  /** `host:port` pairs exempt from the address and port rules (`PHOTO_SOURCES_ALLOWED`). */
  allowed: string[]
  /** Limits concurrent downloads, in total and per host name. */
  semaphore?: KeyedSemaphore
  /** Replaces DNS in tests. */
  lookup?: (host: string) => Promise<Address[]>
  /** Replaces the direct socket in tests. */
  dial?: Dial
}

export type DownloadLimits = {
  maxBytes: number
  /** From the first connection to the last byte, redirects included. Time spent waiting for a lane does not count. */
  totalTimeoutMs: number
  /** The caller's abort signal. A download that it aborts is not the host's fault. */
  signal?: AbortSignal
}

/**
 * Downloads an untrusted URL without reaching any private address, by any spelling, redirect or DNS answer. The URL and
 * addresses of every hop are checked, and the socket connects to a checked address.
 *
 * @throws {FetchRefused} for any problem with the URL or its host, and never sooner than 50 ms after the call.
 * @throws {ProviderError} if `signal` aborted first, while waiting for a lane or during the download.
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
    // The response time must not reveal whether an address is blocked or dead.
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
  if (!guard.semaphore) return () => {}
  return await guard.semaphore.enter(url.hostname, signal).catch(() => {
    throw cutByCaller()
  })
}

/** Aborts the visit at the timeout or by the caller's signal. The timeout is the host's fault; the signal is not. */
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
  if (!trusted && !areAllPublic(addresses)) throw new FetchRefused('address')
  return await guardedRequest(url, { ...limits, addresses, dial: guard.dial })
}

/** A resolver may never reply; a reply after the deadline is dropped. A resolver error counts as no addresses. */
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
