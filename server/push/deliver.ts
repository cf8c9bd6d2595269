import { Client } from 'undici'
import { type Address, addressesOf, areStrangers, connectorTo } from '../lib/checked-connection.ts'
import { FetchRefused } from '../lib/fetch-refused.ts'
import { bareHost, isAllowed } from '../lib/photo-url.ts'
import { isPushEndpoint } from './endpoint.ts'

export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Buffer }

export type PushAnswer = { status: number; retryAfterSeconds: number | null }

export type PushGuard = {
  /** `host:port` pairs exempt from the rules of addresses. */
  allowed: string[]
  /** Instead of DNS, for tests. */
  lookup?: (host: string) => Promise<Address[]>
}

const timeoutMs = 10_000

/**
 * One POST to a browser's push service. The endpoint is what a browser says it is, so the socket goes to checked public
 * addresses only, as with photos; no redirect is followed and nothing of the answer is read.
 *
 * @throws {FetchRefused} the endpoint leads where it must not; whatever undici throws when there is no answer.
 */
export async function deliver(
  { allowed, lookup }: PushGuard,
  { endpoint, headers, body }: PushRequest,
): Promise<PushAnswer> {
  if (!isPushEndpoint(endpoint, allowed)) throw new FetchRefused('url')
  const url = new URL(endpoint)
  const signal = AbortSignal.timeout(timeoutMs)
  const trusted = isAllowed(url, allowed)
  const addresses = await addressesOf(bareHost(url), { trusted, signal, lookup })
  if (addresses.length === 0) throw new FetchRefused('dns')
  if (!trusted && !areStrangers(addresses)) throw new FetchRefused('address')
  const client = new Client(url.origin, {
    connect: connectorTo(addresses),
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const stop = () => void client.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const path = url.pathname + url.search
    const answer = await client.request({ method: 'POST', path, headers, body, signal })
    // A stream cut off with no listener would end the process.
    answer.body.on('error', () => {})
    return { status: answer.statusCode, retryAfterSeconds: secondsOf(answer.headers['retry-after']) }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

const secondsOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null
