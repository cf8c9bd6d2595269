import type { FastifyInstance } from 'fastify'
import { readTopUp as operation } from '#contract/app/payments.ts'
import { readTopUp } from '../../../payments/begin-top-up.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentTopUp } from './present-top-up.ts'
import type { PaymentNeeds } from './processor-for.ts'

/** Shows the state of a top-up. */
export function mountReadTopUp(scope: FastifyInstance, needs: PaymentNeeds): void {
  mount(scope, operation, async ({ caller: { accountId }, params }) => {
    const payment = await readTopUp(needs, { paymentId: params.payment_id, accountId })
    if (!payment) throw notFound
    return presentTopUp(payment)
  })
}
