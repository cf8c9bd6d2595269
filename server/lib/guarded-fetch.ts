import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, addressesOf, areStrangers, type Dial } from './checked-connection.ts'
import { FetchRefused } from './fetch-refused.ts'
import { guardedRequest } from './guarded-request.ts'
import type { Lanes } from './lanes.ts'
import { bareHost, isAllowed, photoUrlFault } from './photo-url.ts'

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
  /** From the first connection to the last byte, redirects included; waiting for the first lane does not count. */
  totalTimeoutMs: number
  signal?: AbortSignal
}

/**
 * The bytes behind a stranger's URL, fetched so that it can reach nothing private by any spelling, redirect or DNS
 * answer: every hop's text and addresses are checked anew, and the socket goes to a checked address.
 *
 * @throws {FetchRefused} whatever went wrong, and never sooner than 50 ms after the call.
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
    throw error instanceof FetchRefused ? error : new FetchRefused('connection')
  }
}

const mostRedirects = 3

async function follow(guard: FetchGuard, first: string, limits: DownloadLimits): Promise<Buffer> {
  let clock: AbortSignal | undefined
  let next = first
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const url = checkedUrl(next, guard)
    const leave = await enterLane(guard, url, clock ?? limits.signal)
    clock ??= startClock(limits)
    try {
      const answer = await visit(guard, url, { maxBytes: limits.maxBytes, signal: clock })
      if (typeof answer !== 'string') return answer
      next = answer
    } catch (error) {
      throw clock.aborted ? new FetchRefused('timeout') : error
    } finally {
      leave()
    }
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
    throw new FetchRefused('timeout')
  })
}

function startClock({ signal, totalTimeoutMs }: DownloadLimits): AbortSignal {
  const clock = AbortSignal.timeout(totalTimeoutMs)
  return signal ? AbortSignal.any([signal, clock]) : clock
}

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
  const stop = () => reject(new FetchRefused('timeout'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([asked.catch(() => []), aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
