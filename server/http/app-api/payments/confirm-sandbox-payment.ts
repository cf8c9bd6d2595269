import type { FastifyInstance } from 'fastify'
import { confirmSandboxPayment } from '#contract/app/payments.ts'
import { recheckAuthorization } from '../../../payments/run-effect.ts'
import { readPayment } from '../../../payments/store.ts'
import { notFound } from '../../errors.ts'
import { mount } from '../../mount.ts'
import type { PaymentNeeds } from './processor-for.ts'

/** Replaces the confirmation page of a bank; only for payments of the sandbox. */
export function mountConfirmSandboxPayment(scope: FastifyInstance, needs: PaymentNeeds): void {
  const {
    kysely,
    processors: { sandbox },
  } = needs
  mount(scope, confirmSandboxPayment, async ({ caller: { accountId }, params, body }) => {
    const payment = await readPayment(kysely, params.payment_id)
    if (payment?.accountId !== accountId || payment.processor !== sandbox.name || !payment.reference)
      throw notFound
    await sandbox.answerConfirmation(payment.reference, body.approve)
    // Recheck the payment, as a webhook would do.
    await recheckAuthorization(needs, payment.id)
  })
}
