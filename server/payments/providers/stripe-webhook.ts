import type { WebhookReader } from '../webhook.ts'
import { type StripeSettings, webhookSecrets } from './stripe-settings.ts'

/**
 * Reads what Stripe posts. Only a name is taken from it, of the thing to look at again: money is never moved or booked
 * by what an event says.
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
        }
      } catch {
        // Not signed with this one, or too long ago, or no event at all.
      }
    }
    return null
  }
}

const toleranceSeconds = 300

/** Of a refund the payment is meant; everything else is meant itself. Other kinds of events are none of our business. */
function referencesOf(kind: string, object: object): string[] {
  const name = kinds.test(kind) ? 'id' : kind === 'charge.refunded' ? 'payment_intent' : null
  const reference: unknown = name && Reflect.get(object, name)
  return typeof reference === 'string' ? [reference] : []
}

const kinds =
  /^(payment_intent\.(requires_action|amount_capturable_updated|succeeded|canceled|payment_failed)|checkout\.session\.(completed|expired)|account\.updated)$/
