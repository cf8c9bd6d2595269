import { Type } from 'typebox'
import type { SmsProvider, SmsProviderModule } from '../provider.ts'

const env = Type.Object({})

/** The default, and the only one test keys reach: the row in `sms` is the delivery, read with `dray sms list`. */
export const outbox = {
  env,
  delivery: () => null,
  connect: (_settings: object): SmsProvider => ({
    name: 'outbox',
    delivers: false,
    send: () => Promise.resolve({ messageId: null }),
  }),
} satisfies SmsProviderModule<typeof env>
