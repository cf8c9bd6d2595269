import { sandbox } from './sandbox.ts'
import { stripe } from './stripe.ts'

/** Every value of `PAYMENT_PROCESSOR`. A new processor is a new file and a line here. */
export const paymentProcessors = { sandbox, stripe } as const
