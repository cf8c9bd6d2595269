import { outbox } from './outbox.ts'
import { sinch } from './sinch.ts'
import { smpp } from './smpp.ts'
import { twilio } from './twilio.ts'

/** Every value of `SMS_PROVIDER`. A new provider is a new file and a line here. */
export const smsProviders = { outbox, twilio, sinch, smpp } as const
