import { sandbox } from './sandbox/index.ts'
import { stripe } from './stripe/index.ts'

/** Every value of `PAYMENT_PROCESSOR`. A new processor is a new folder and a line here. */
export const paymentProcessors = { sandbox, stripe } as const
