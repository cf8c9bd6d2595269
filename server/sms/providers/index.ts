import { outbox } from './outbox.ts'
import { twilio } from './twilio.ts'

/** Every value of `SMS_PROVIDER`. A new provider is a new file and a line here. */
export const smsProviders = { outbox, twilio } as const
