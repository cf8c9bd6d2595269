import { type AddressRules, checkedAddresses } from '#lib/safe-fetch/checked-addresses.ts'
import { connectorTo } from '#lib/safe-fetch/checked-connection.ts'
import { FetchRefused } from '#lib/safe-fetch/fetch-errors.ts'
import { isPushEndpoint } from './subscriptions.ts'

export type PushRequest = { endpoint: string; headers: Record<string, string>; body: Buffer }

export type PushAnswer = { status: number; retryAfterSeconds: number | null }

const timeoutMs = 10_000

/**
 * Sends one POST request to a browser's push service. The endpoint comes from the browser and is not trusted, so the
 * socket connects only to checked public addresses, as for photos. Follows no redirect and reads no response body.
 *
 * @throws {FetchRefused} the endpoint is not allowed or its host has no address. Errors of undici if no response came.
 */
export async function deliver(
  guard: AddressRules,
  { endpoint, headers, body }: PushRequest,
): Promise<PushAnswer> {
  if (!isPushEndpoint(endpoint, guard.allowed)) throw new FetchRefused('url')
  const url = new URL(endpoint)
  const signal = AbortSignal.timeout(timeoutMs)
  const addresses = await checkedAddresses(url, guard, signal)
  const { Client } = await import('undici')
  const client = new Client(url.origin, {
    connect: await connectorTo(addresses),
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const stop = () => void client.destroy()
  signal.addEventListener('abort', stop, { once: true })
  try {
    const path = url.pathname + url.search
    const answer = await client.request({ method: 'POST', path, headers, body, signal })
    // Without a listener, the error of the aborted stream would end the process.
    answer.body.on('error', () => {})
    return { status: answer.statusCode, retryAfterSeconds: secondsOf(answer.headers['retry-after']) }
  } finally {
    signal.removeEventListener('abort', stop)
    stop()
  }
}

const secondsOf = (header: string | string[] | undefined): number | null =>
  typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null
