import type { KeyMode } from '#contract/vocabulary.ts'
import type { SmsProvider } from './provider.ts'
import { outbox } from './providers/outbox.ts'

/** The provider for an SMS. SMS of test keys always go to the outbox, whatever is configured. */
export function smsProviderFor(mode: KeyMode, configured: SmsProvider): SmsProvider {
  return mode === 'live' ? configured : outbox.connect({})
}
