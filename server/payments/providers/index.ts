import { sandbox } from './sandbox.ts'
import { stripe } from './stripe.ts'

/** Every value `PAYMENT_PROCESSOR` may have. A new processor is its file and a line here. */
export const paymentProcessors = { sandbox, stripe } as const
