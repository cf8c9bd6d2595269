import type { Stripe } from 'stripe'
import type { Moved } from '../../processor.ts'
import { isCode, type StripeFailure } from './failure.ts'

/** Maps a refund's status. `pending` and `requires_action` are not done yet; `succeeded` may still fail later. */
export function refundOutcome({ id: reference, status, failure_reason: reason }: Stripe.Refund): Moved {
  switch (status) {
    case 'succeeded':
      return { outcome: 'done', reference }
    case 'failed':
    case 'canceled':
      return { outcome: 'refused', reason: reason ?? status }
    default:
      return { outcome: 'in_progress', reference, needsAttention: status === 'requires_action' }
  }
}

/**
 * No transfer or refund was made, and this is not an error: charges become available in the balance after some days.
 */
export const waitingForBalance: Moved = { outcome: 'waiting', reason: 'balance_insufficient' }

/** @throws ProviderError when the request may have taken effect. */
export function refusedOf({ kind, code, error }: StripeFailure): Moved {
  if (kind === 'unknown') throw error
  return { outcome: 'refused', reason: isCode(code) ? code : kind }
}

/** Starts the list an hour before `instant`, because the clocks of Stripe and the database may differ. */
export const createdSince = (instant: Date): { gte: number } => ({
  gte: Math.floor(instant.getTime() / 1_000) - 3_600,
})
