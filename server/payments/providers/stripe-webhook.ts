import type { WebhookReader } from '../webhook.ts'
import { chargeRefunded, disputeEvents, otherEvents, refundEvents } from './stripe-events.ts'
import { type StripeSettings, webhookSecrets } from './stripe-settings.ts'

/**
 * Reads Stripe's webhook requests. Takes only ids from an event, which are then read from Stripe: no money is moved
 * or booked because of what an event says.
 *
 * @returns null when no secret is configured; the reader returns null when the signature is not valid.
 */
export function stripeWebhook(settings: StripeSettings): WebhookReader | null {
  const secrets = webhookSecrets(settings)
  if (secrets.length === 0) return null
  return async ({ bytes, signature }) => {
    const { Stripe } = await import('stripe')
    for (const secret of secrets) {
      try {
        const event = Stripe.webhooks.constructEvent(bytes, signature ?? '', secret, toleranceSeconds)
        return {
          eventId: event.id,
          kind: event.type,
          references: referencesOf(event.type, event.data.object),
          disputes: disputeEvents.includes(event.type) ? textsOf(event.data.object, ['id']) : [],
        }
      } catch {
        // Wrong secret, too old, or not an event: try the next secret.
      }
    }
    return null
  }
}

const toleranceSeconds = 300

/** Ids to read again; none for kinds that Dray does not handle. */
function referencesOf(kind: string, object: object): string[] {
  if (kind === chargeRefunded) return textsOf(object, ['payment_intent'])
  if (refundEvents.includes(kind)) return textsOf(object, ['id', 'payment_intent'])
  return otherEvents.includes(kind) ? textsOf(object, ['id']) : []
}

const textsOf = (object: object, names: string[]): string[] =>
  names.map((name): unknown => Reflect.get(object, name)).filter((value) => typeof value === 'string')
