import type { FastifyInstance } from 'fastify'
import { bookPayment as operation } from '#contract/admin/money/effects.ts'
import { bookPayment } from '../../../payments/book-payment.ts'
import type { ProcessorEventNeeds } from '../../../payments/handle-processor-event.ts'
import { mount } from '../../mount.ts'
import { byCaller } from '../by-caller.ts'

/** Books what was done with a payment at the processor. */
export function mountBookPayment(scope: FastifyInstance, needs: ProcessorEventNeeds): void {
  mount(scope, operation, async ({ caller, params, body, request }) => {
    const by = byCaller(caller, request, body.reason)
    const { changed, ...cents } = await bookPayment(needs, { paymentId: params.payment_id, by })
    return { changed, captured_cents: cents.capturedCents, refunded_cents: cents.refundedCents }
  })
}
