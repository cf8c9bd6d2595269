import { outbox } from './outbox.ts'
import { twilio } from './twilio.ts'

/** Every value `SMS_PROVIDER` may have. A new provider is its file and a line here. */
export const smsProviders = { outbox, twilio } as const
