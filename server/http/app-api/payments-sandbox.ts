import type { FastifyInstance } from 'fastify'
import { confirmSandboxPayment, fillSandboxCard } from '#contract/app/payments.ts'
import { findSetup } from '../../payments/card-setup.ts'
import { recheckAuthorization } from '../../payments/run-effect.ts'
import { readPayment } from '../../payments/store.ts'
import { notFound } from '../errors.ts'
import type { PaymentNeeds } from './payments-processor.ts'
import { appRoute } from './route.ts'

/** Routes that replace the pages of a processor and a bank; only for setups and payments of the sandbox. */
export function mountSandbox(scope: FastifyInstance, needs: PaymentNeeds): void {
  const {
    kysely,
    processors: { sandbox },
  } = needs
  appRoute(scope, fillSandboxCard, async ({ caller: { accountId }, params, body }) => {
    const setup = await findSetup(kysely, { id: params.setup_id, accountId })
    if (setup?.processor !== sandbox.name || !setup.reference) throw notFound
    await sandbox.fillCard(setup.reference, body.card_number)
  })
  appRoute(scope, confirmSandboxPayment, async ({ caller: { accountId }, params, body }) => {
    const payment = await readPayment(kysely, params.payment_id)
    if (payment?.accountId !== accountId || payment.processor !== sandbox.name || !payment.reference)
      throw notFound
    await sandbox.answerConfirmation(payment.reference, body.approve)
    // Recheck the payment, as a webhook would do.
    await recheckAuthorization(needs, payment.id)
  })
}
