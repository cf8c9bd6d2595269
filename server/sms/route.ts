import type { KeyMode } from '#contract/vocabulary.ts'
import type { SmsProvider } from './provider.ts'
import { outbox } from './providers/outbox.ts'

/** Which provider a text goes to. Test keys live in a world of their own: whatever is configured, theirs stay here. */
export function smsProviderFor(mode: KeyMode, configured: SmsProvider): SmsProvider {
  return mode === 'live' ? configured : outbox.connect({})
}
