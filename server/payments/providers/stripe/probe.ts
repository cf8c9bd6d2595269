import type { StripeClient } from './client.ts'
import { type StripeSettings, stripeMode } from './settings.ts'

/**
 * Reads the balance, which needs a working key and moves no money. Returns null when all is well, else what to fix.
 */
export async function probeStripe(
  { attempt }: StripeClient,
  settings: StripeSettings,
): Promise<string | null> {
  const read = await attempt((stripe) => stripe.balance.retrieve())
  if (read.ok) {
    const mode = read.value.livemode ? 'live' : 'test'
    return mode === stripeMode(settings) ? null : `Stripe answers in ${mode} mode: look at STRIPE_API_URL`
  }
  const { status, error } = read.failure
  if (status === 401)
    return 'Stripe does not know STRIPE_SECRET_KEY: copy it from the dashboard, Developers, API keys'
  if (status === 403)
    return 'STRIPE_SECRET_KEY may not read the balance: give the restricted key what docs/operating.md lists'
  if (status === null) return `Stripe cannot be reached at STRIPE_API_URL (${error.message})`
  return `Stripe answers with a fault (${error.message}): see status.stripe.com`
}
