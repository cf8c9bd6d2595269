import type { FastifyInstance } from 'fastify'
import { readTopUp, type TopUp, topUpWallet } from '#contract/app/payments.ts'
import type { PaymentStatus } from '../../db/tables.ts'
import * as topUps from '../../payments/begin-top-up.ts'
import type { Payment } from '../../payments/store.ts'
import { notFound } from '../errors.ts'
import type { PaymentNeeds } from './payments-processor.ts'
import { appRoute } from './route.ts'

/** Routes for adding money to the wallet. */
export function mountTopUps(scope: FastifyInstance, needs: PaymentNeeds): void {
  appRoute(scope, topUpWallet, async ({ caller: { accountId }, body }) => {
    const payment = await topUps.topUp(needs, {
      paymentId: body.payment_id,
      accountId,
      amountCents: body.amount_cents,
      methodId: body.payment_method_id,
      returnUrl: `${needs.baseUrl}${body.return_path}?payment=${body.payment_id}`,
    })
    if (!payment) throw notFound
    return present(payment)
  })
  appRoute(scope, readTopUp, async ({ caller: { accountId }, params }) => {
    const payment = await topUps.readTopUp(needs, { paymentId: params.payment_id, accountId })
    if (!payment) throw notFound
    return present(payment)
  })
}

const shown: Record<PaymentStatus, TopUp['status']> = {
  authorizing: 'pending',
  action_required: 'action_required',
  held: 'pending',
  capturing: 'pending',
  captured: 'done',
  releasing: 'refused',
  released: 'refused',
  refused: 'refused',
}

function present({ id, amountCents, status, actionUrl, refusal }: Payment): TopUp {
  const isRefused = shown[status] === 'refused'
  return {
    payment_id: id,
    amount_cents: amountCents,
    status: shown[status],
    action_url: status === 'action_required' ? actionUrl : null,
    refusal: isRefused ? (refusal ?? 'other') : null,
  }
}
