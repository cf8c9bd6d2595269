import type { Stripe } from 'stripe'
import type { EventsCheck } from '../../processor.ts'
import type { StripeClient } from './client.ts'

/** Events that carry the id of a dispute or a fraud warning to read. */
export const disputeEvents: readonly string[] = [
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'radar.early_fraud_warning.created',
  'radar.early_fraud_warning.updated',
]

/** Refund events: the object carries its own id and the id of its payment. */
export const refundEvents: readonly string[] = [
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.refund.updated',
]

/** The object is a charge, which carries the id of its payment. */
export const chargeRefunded = 'charge.refunded'

/** Sent to an endpoint for connected accounts; needed only for payouts to carriers. */
const accountUpdated = 'account.updated'

/** Needed only if customers type cards in the app's page. */
const setupSucceeded = 'setup_intent.succeeded'

/** All other events: the object carries its own id. */
const otherEvents: readonly string[] = [
  'payment_intent.requires_action',
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'payment_intent.canceled',
  'payment_intent.payment_failed',
  'checkout.session.completed',
  'checkout.session.expired',
  setupSucceeded,
  accountUpdated,
]

/** Every event kind that Dray handles. */
export const handledEvents: readonly string[] = [
  ...otherEvents,
  chargeRefunded,
  ...refundEvents,
  ...disputeEvents,
]

/**
 * Whether Stripe posts every event that Dray handles to `url`; several endpoints may share that URL. Stripe does not
 * say which endpoint is for connected accounts, so `account.updated` counts on any of them.
 */
export async function checkStripeEvents(
  { attempt }: StripeClient,
  { url, payouts, fields }: { url: string; payouts: boolean; fields: boolean },
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
  const unused = new Set([...(payouts ? [] : [accountUpdated]), ...(fields ? [] : [setupSucceeded])])
  const lacking = handledEvents.filter((kind) => !unused.has(kind) && !isSent(sent, kind))
  return lacking.length > 0 ? { outcome: 'lacking', events: lacking } : { outcome: 'complete' }
}

const isAt = ({ url }: Stripe.WebhookEndpoint, wanted: string): boolean => URL.parse(url)?.href === wanted

/** `*` excludes some event kinds that must be listed by name; Dray handles none of them. */
const isSent = (sent: Set<string>, kind: string): boolean => sent.has('*') || sent.has(kind)
