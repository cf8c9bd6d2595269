import { Type } from 'typebox'
import type { SmsProvider, SmsProviderModule } from '../provider.ts'

const env = Type.Object({})

/**
 * The default provider, and the only one for test keys: the row in `sms` is the delivery; `dray sms list` shows it.
 */
export const outbox = {
  env,
  delivery: () => null,
  connect: (_settings: object): SmsProvider => ({
    name: 'outbox',
    delivers: false,
    send: () => Promise.resolve({ messageId: null }),
  }),
} satisfies SmsProviderModule<typeof env>
