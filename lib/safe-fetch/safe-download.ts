import { setTimeout as sleep } from 'node:timers/promises'
import { type AddressRules, checkedAddresses } from './checked-addresses.ts'
import type { Dial } from './checked-connection.ts'
import { checkedRequest } from './checked-request.ts'
import { FetchAborted, FetchRefused } from './fetch-errors.ts'
import type { KeyedSemaphore } from './keyed-semaphore.ts'
import { urlFault } from './url-rules.ts'

export type FetchGuard = AddressRules & {
  /** Limits concurrent downloads, in total and per host name. */
  semaphore?: KeyedSemaphore
  /** Replaces the direct socket in tests. */
  dial?: Dial
}

export type Download = {
  /** The only headers of the request, besides the host and `accept-encoding`. No cookie, key or referrer is added. */
  headers: Record<string, string>
  maxBytes: number
  /**
   * From the first connection to the last byte, redirects included. Time spent waiting for the semaphore does not
   * count.
   */
  totalTimeoutMs: number
  /** The caller's abort signal. A download that it aborts does not count as an error of the host. */
  signal?: AbortSignal
}

/**
 * Downloads an untrusted URL without reaching any private address, by any spelling, redirect or DNS response. The URL
 * and addresses of every hop are checked, and the socket connects to a checked address.
 *
 * @throws {FetchRefused} for any error of the URL or its host, and never sooner than 50 ms after the call.
 * @throws {FetchAborted} if `signal` aborted first, while waiting for the semaphore or during the download.
 */
export async function safeDownload(guard: FetchGuard, url: string, download: Download): Promise<Buffer> {
  const begunAt = performance.now()
  try {
    return await follow(guard, url, download)
  } catch (error) {
    // The response time must not reveal whether an address is blocked or dead.
    await sleep(Math.max(0, begunAt + 50 + Math.random() * 50 - performance.now()))
    throw error instanceof FetchRefused || error instanceof FetchAborted
      ? error
      : new FetchRefused('connection')
  }
}

/** Image hosts behind link shorteners and consent pages use up to five. */
const maxRedirects = 8

async function follow(guard: FetchGuard, first: string, download: Download): Promise<Buffer> {
  let leftMs = download.totalTimeoutMs
  let next = first
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const url = checkedUrl(next, guard)
    const leave = await waitForTurn(guard, url, download.signal)
    const begunAt = performance.now()
    try {
      const answer = await visitInTime(guard, url, { ...download, totalTimeoutMs: leftMs })
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
  if (urlFault(text, guard.allowed) !== null) throw new FetchRefused('url')
  return new URL(text)
}

async function waitForTurn(guard: FetchGuard, url: URL, signal?: AbortSignal): Promise<() => void> {
  if (!guard.semaphore) return () => {}
  return await guard.semaphore.enter(url.hostname, signal).catch(() => {
    throw new FetchAborted()
  })
}

/**
 * Aborts the visit at the timeout or by the caller's signal. The timeout counts as an error of the host; the signal
 * does not.
 */
async function visitInTime(guard: FetchGuard, url: URL, download: Download): Promise<Buffer | string> {
  const { totalTimeoutMs, signal } = download
  const clock = AbortSignal.timeout(Math.max(0, Math.ceil(totalTimeoutMs)))
  const either = signal ? AbortSignal.any([signal, clock]) : clock
  try {
    return await visit(guard, url, { ...download, signal: either })
  } catch (error) {
    if (error instanceof FetchRefused || !either.aborted) throw error
    throw either.reason === signal?.reason ? new FetchAborted() : new FetchRefused('timeout')
  }
}

async function visit(
  guard: FetchGuard,
  url: URL,
  { headers, maxBytes, signal }: Download & { signal: AbortSignal },
): Promise<Buffer | string> {
  const addresses = await checkedAddresses(url, guard, signal)
  return await checkedRequest(url, { addresses, headers, maxBytes, signal, dial: guard.dial })
}
