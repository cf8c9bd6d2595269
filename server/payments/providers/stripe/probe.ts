import type { Remedy } from '../../../texts/coded.ts'
import type { StripeClient } from './client.ts'
import { type StripeSettings, stripeMode } from './settings.ts'

/**
 * Reads the balance, which needs a working key and moves no money. Returns null when all is well, else what to fix.
 */
export async function probeStripe(
  { attempt }: StripeClient,
  settings: StripeSettings,
): Promise<Remedy | null> {
  const read = await attempt((stripe) => stripe.balance.retrieve())
  if (read.ok) {
    const mode = read.value.livemode ? 'live' : 'test'
    return mode === stripeMode(settings) ? null : ['stripeMode', mode]
  }
  const { status, error } = read.failure
  if (status === 401) return ['stripeKeyUnknown']
  if (status === 403) return ['stripeKeyWeak']
  return [status === null ? 'stripeUnreachable' : 'stripeFaulty', error.message]
}
