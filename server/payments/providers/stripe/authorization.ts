import type { Stripe } from 'stripe'
import type { Authorization } from '../../processor.ts'
import { refusalOf } from './failure.ts'

/** Maps a PaymentIntent to an `Authorization`. Its `latest_charge` must be expanded. */
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

/**
 * When the hold expires. Without `capture_before`: the shortest period of the card networks (Visa, customer not
 * present), minus a margin.
 */
function holdExpiry({ latest_charge: charge, created }: Stripe.PaymentIntent): Date {
  const details = typeof charge === 'object' ? charge?.payment_method_details?.card : null
  if (details?.capture_before) return new Date(details.capture_before * 1_000)
  const heldAt = typeof charge === 'object' && charge ? charge.created : created
  return new Date((heldAt + shortestHoldSeconds - marginSeconds) * 1_000)
}

const shortestHoldSeconds = 4 * 86_400 + 18 * 3_600
const marginSeconds = 12 * 3_600
