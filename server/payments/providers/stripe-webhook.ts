import type { WebhookReader } from '../webhook.ts'
import { chargeRefunded, disputeEvents, otherEvents, refundEvents } from './stripe-events.ts'
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
          disputes: disputeEvents.includes(event.type) ? textsOf(event.data.object, ['id']) : [],
        }
      } catch {
        // Not signed with this one, or too long ago, or no event at all.
      }
    }
    return null
  }
}

const toleranceSeconds = 300

/** All other kinds are ignored. */
function referencesOf(kind: string, object: object): string[] {
  if (kind === chargeRefunded) return textsOf(object, ['payment_intent'])
  if (refundEvents.includes(kind)) return textsOf(object, ['id', 'payment_intent'])
  return otherEvents.includes(kind) ? textsOf(object, ['id']) : []
}

const textsOf = (object: object, names: string[]): string[] =>
  names.map((name): unknown => Reflect.get(object, name)).filter((value) => typeof value === 'string')
