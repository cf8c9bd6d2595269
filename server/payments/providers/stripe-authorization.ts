import type { Stripe } from 'stripe'
import type { Authorization } from '../processor.ts'
import { refusalOf } from './stripe-failure.ts'

/** Where a PaymentIntent stands, in the port's words. Its `latest_charge` has to be expanded. */
export function authorizationOf(intent: Stripe.PaymentIntent): Authorization {
  const { id: reference, status } = intent
  const actionUrl = intent.next_action?.redirect_to_url?.url
  if (status === 'requires_capture') return { outcome: 'held', reference, holdExpiresAt: holdExpiry(intent) }
  if (status === 'succeeded') return { outcome: 'captured', reference, capturedCents: intent.amount_received }
  if (status === 'canceled') return { outcome: 'released', reference }
  if (status === 'requires_payment_method') {
    const { code = '', decline_code: declineCode = '' } = intent.last_payment_error ?? {}
    return { outcome: 'refused', reference, refusal: refusalOf({ code, declineCode }) }
  }
  if (status === 'requires_action' && actionUrl) return { outcome: 'action_required', reference, actionUrl }
  return { outcome: 'pending', reference }
}

/** Without `capture_before` the shortest span that card networks give (Visa, without the customer) is assumed, less a margin. */
function holdExpiry({ latest_charge: charge, created }: Stripe.PaymentIntent): Date {
  const details = typeof charge === 'object' ? charge?.payment_method_details?.card : null
  if (details?.capture_before) return new Date(details.capture_before * 1_000)
  const heldAt = typeof charge === 'object' && charge ? charge.created : created
  return new Date((heldAt + shortestHoldSeconds - marginSeconds) * 1_000)
}

const shortestHoldSeconds = 4 * 86_400 + 18 * 3_600
const marginSeconds = 12 * 3_600
