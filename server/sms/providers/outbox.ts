import { Type } from 'typebox'
import type { SmsProviderModule } from '../provider.ts'

const env = Type.Object({})

/** The default, and the only one test keys reach: the row in `sms` is the delivery, read with `dray sms list`. */
export const outbox: SmsProviderModule<typeof env> = {
  env,
  connect: () => ({
    name: 'outbox',
    delivers: false,
    send: () => Promise.resolve({ messageId: null }),
  }),
}
