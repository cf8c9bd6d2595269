import type { Stripe } from 'stripe'
import type { EventsCheck } from '../../processor.ts'
import type { StripeClient } from './client.ts'
import { accountUpdated, handledEvents } from './events.ts'

/**
 * Whether Stripe posts every event that Dray handles to `url`; several endpoints may share that URL. Stripe does not
 * say which endpoint is for connected accounts, so `account.updated` counts on any of them.
 */
export async function checkStripeEvents(
  { attempt }: StripeClient,
  { url, payouts }: { url: string; payouts: boolean },
): Promise<EventsCheck> {
  const read = await attempt(async (stripe) => {
    const found: Stripe.WebhookEndpoint[] = []
    for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 }))
      if (isAt(endpoint, url)) found.push(endpoint)
    return found
  })
  if (!read.ok) return { outcome: 'unreadable', reason: read.failure.error.message }
  if (read.value.length === 0) return { outcome: 'missing' }
  const enabled = read.value.filter(({ status }) => status === 'enabled')
  if (enabled.length === 0) return { outcome: 'disabled' }
  const sent = new Set(enabled.flatMap((endpoint) => endpoint.enabled_events))
  const lacking = handledEvents.filter((kind) => (payouts || kind !== accountUpdated) && !isSent(sent, kind))
  return lacking.length > 0 ? { outcome: 'lacking', events: lacking } : { outcome: 'complete' }
}

const isAt = ({ url }: Stripe.WebhookEndpoint, wanted: string): boolean => URL.parse(url)?.href === wanted

/** `*` does not include some event kinds that must be listed by name; Dray handles none of those. */
const isSent = (sent: Set<string>, kind: string): boolean => sent.has('*') || sent.has(kind)
