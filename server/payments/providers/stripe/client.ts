import type { Stripe } from 'stripe'
import { traceHeaders } from '../../../lib/trace.ts'
import { drayVersion } from '../../../lib/version.ts'
import type { Remedy } from '../../../texts/coded.ts'
import { failureOf, type StripeFailure } from './failure.ts'
import { type StripeSettings, stripeMode } from './settings.ts'

/** Sends one request to Stripe; returns its value or the error. */
type Attempt = <T>(
  call: (stripe: Stripe) => Promise<T>,
) => Promise<{ ok: true; value: T } | { ok: false; failure: StripeFailure }>

/** Like `Attempt`, but returns the value. @throws ProviderError for every error. */
type Ask = <T>(call: (stripe: Stripe) => Promise<T>) => Promise<T>

/** Returns the first matching item of a list, read page by page. @throws ProviderError when a page cannot be read. */
type Find = <T extends { id: string }>(
  list: (stripe: Stripe) => Stripe.ApiListPromise<T>,
  isWanted: (item: T) => boolean,
) => Promise<T | null>

export type StripeClient = { attempt: Attempt; ask: Ask; find: Find }

/** Loads the SDK with the first request, because it takes 23 MB and some time. */
export function createStripeClient(settings: StripeSettings): StripeClient {
  let loading: Promise<Stripe> | null = null
  const attempt: Attempt = async (call) => {
    loading ??= load(settings)
    const stripe = await loading
    try {
      return { ok: true, value: await call(stripe) }
    } catch (error) {
      return { ok: false, failure: failureOf(error) }
    }
  }
  const ask: Ask = async (call) => {
    const asked = await attempt(call)
    if (asked.ok) return asked.value
    throw asked.failure.error
  }
  const find: Find = (list, isWanted) =>
    ask(async (stripe) => {
      for await (const item of list(stripe)) if (isWanted(item)) return item
      return null
    })
  return { attempt, ask, find }
}

async function load({
  STRIPE_SECRET_KEY,
  STRIPE_API_URL,
  STRIPE_TIMEOUT_MS,
}: StripeSettings): Promise<Stripe> {
  const { Stripe } = await import('stripe')
  const { protocol, hostname, port } = new URL(STRIPE_API_URL)
  const isSecure = protocol === 'https:'
  return new Stripe(STRIPE_SECRET_KEY, {
    apiVersion: stripeApiVersion,
    host: hostname,
    port: port || (isSecure ? '443' : '80'),
    protocol: isSecure ? 'https' : 'http',
    timeout: STRIPE_TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    appInfo: { name: 'Dray', version: drayVersion() },
    httpClient: Stripe.createFetchHttpClient(fetchOnce),
  })
}

/** Pinned, so an update of the package cannot change Stripe's responses. */
export const stripeApiVersion = '2026-10-28.endive'

/**
 * Uses fetch instead of the SDK's own sockets. There `timeout` is an idle timeout, which a slow response never reaches,
 * and a connection reset is retried even without allowed retries. Redirects are not followed, so the secret key is sent
 * to one host only.
 */
const fetchOnce: typeof fetch = (url, init) => {
  const headers = new Headers(init?.headers)
  for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value)
  return fetch(url, { ...init, headers, redirect: 'manual' })
}

/** Reads the balance, which needs a working key and moves no money. Returns null without an error, else the remedy. */
export async function probeStripe(
  { attempt }: StripeClient,
  settings: StripeSettings,
): Promise<Remedy | null> {
  const read = await attempt((stripe) => stripe.balance.retrieve())
  if (read.ok) {
    const mode = read.value.livemode ? 'live' : 'test'
    return mode === stripeMode(settings) ? null : ['stripeMode', mode]
  }
  const { status, error } = read.failure
  if (status === 401) return ['stripeKeyUnknown']
  if (status === 403) return ['stripeKeyWeak']
  return [status === null ? 'stripeUnreachable' : 'stripeFaulty', error.message]
}
