import type { ProcessorWebhook, SignedPost, WebhookEvent } from '../../processor.ts'
import { chargeRefunded, disputeEvents, handledEvents, refundEvents } from './events.ts'
import { type StripeSettings, webhookSecrets } from './settings.ts'

/** Null when no secret is configured. */
export function stripeWebhook(settings: StripeSettings): ProcessorWebhook | null {
  const secrets = webhookSecrets(settings)
  if (secrets.length === 0) return null
  return {
    path: '/stripe',
    headers: [signatureHeader],
    maxBytes: 262_144,
    events: handledEvents,
    verify: (posted) => verify(posted, secrets),
  }
}

const signatureHeader = 'stripe-signature'
const toleranceSeconds = 300

/** Takes only ids from an event, which are then read from Stripe: an event alone never moves or books money. */
async function verify({ bytes, headers }: SignedPost, secrets: string[]): Promise<WebhookEvent | null> {
  const { Stripe } = await import('stripe')
  const signature = headers[signatureHeader] ?? ''
  for (const secret of secrets) {
    try {
      const { id, type, data } = Stripe.webhooks.constructEvent(bytes, signature, secret, toleranceSeconds)
      return { eventId: id, kind: type, ...idsOf(type, data.object) }
    } catch {
      // Wrong secret, too old, or not an event: try the next secret.
    }
  }
  return null
}

/** The ids to read again. */
function idsOf(kind: string, object: object): Pick<WebhookEvent, 'references' | 'disputes'> {
  if (disputeEvents.includes(kind)) return { references: [], disputes: textsOf(object, ['id']) }
  return { references: textsOf(object, referenceNames(kind)), disputes: [] }
}

function referenceNames(kind: string): string[] {
  if (kind === chargeRefunded) return ['payment_intent']
  return refundEvents.includes(kind) ? ['id', 'payment_intent'] : ['id']
}

const textsOf = (object: object, names: string[]): string[] =>
  names.map((name): unknown => Reflect.get(object, name)).filter((value) => typeof value === 'string')
