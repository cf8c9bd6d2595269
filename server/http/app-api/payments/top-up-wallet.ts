import type { FastifyInstance } from 'fastify'
import { topUpWallet } from '#contract/app/payments.ts'
import { topUp } from '../../../payments/begin-top-up.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import { presentTopUp } from './present-top-up.ts'
import type { PaymentNeeds } from './processor-for.ts'

/** Adds money to the caller's wallet with a card. */
export function mountTopUpWallet(scope: FastifyInstance, needs: PaymentNeeds): void {
  mount(scope, topUpWallet, async ({ caller: { accountId }, body }) => {
    const payment = await topUp(needs, {
      paymentId: body.payment_id,
      accountId,
      amountCents: body.amount_cents,
      methodId: body.payment_method_id,
      returnUrl: `${needs.baseUrl}${body.return_path}?payment=${body.payment_id}`,
    })
    if (!payment) throw notFound
    return presentTopUp(payment)
  })
}
