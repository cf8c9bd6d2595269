import type { FastifyInstance } from 'fastify'
import { listPaymentMethods, readWallet, removePaymentMethod } from '#contract/app/payments.ts'
import { Problem } from '../../lib/problem.ts'
import { forgetMethod } from '../../payments/forget-methods.ts'
import { listMethods, removeMethod } from '../../payments/methods.ts'
import { listWalletEntries, readFunds } from '../../payments/wallet.ts'
import { notFound } from '../errors.ts'
import { mountCardSetups } from './payments-card-setups.ts'
import { presentMethod } from './payments-method.ts'
import { type PaymentNeeds, processorFor } from './payments-processor.ts'
import { mountSandbox } from './payments-sandbox.ts'
import { mountTopUps } from './payments-top-ups.ts'
import { appRoute } from './route.ts'

/** Routes for cards, the wallet and top-ups. Paying for a job is in `customer/publish.ts`. */
export function mountPayments(scope: FastifyInstance, needs: PaymentNeeds): void {
  const { kysely } = needs
  appRoute(scope, listPaymentMethods, async ({ caller: { accountId }, query }) => {
    const processor = await processorFor(needs, { accountId, jobId: query.job_id })
    const methods = await listMethods(kysely, { accountId, processor: processor.name })
    return {
      methods: methods.map(presentMethod),
      wallet_cents: (await readFunds(kysely, accountId)).availableCents,
      sandbox: processor === needs.processors.sandbox,
    }
  })
  appRoute(scope, removePaymentMethod, async ({ caller: { accountId }, params }) => {
    const id = params.payment_method_id
    const outcome = await removeMethod(kysely, { id, accountId })
    if (outcome === 'absent') throw notFound
    if (outcome === 'in_use') throw inUse
    await forgetMethod(needs, id)
  })
  appRoute(scope, readWallet, async ({ caller: { accountId } }) => {
    const entries = await listWalletEntries(kysely, accountId)
    const { balanceCents, availableCents } = await readFunds(kysely, accountId)
    return {
      balance_cents: balanceCents,
      available_cents: availableCents,
      entries: entries.map(({ at, kind, amountCents, jobId }) => ({
        at: at.toISOString(),
        kind,
        amount_cents: amountCents,
        job_id: jobId,
      })),
    }
  })
  mountCardSetups(scope, needs)
  mountTopUps(scope, needs)
  mountSandbox(scope, needs)
}

const inUse = new Problem('wrong_state', {
  en: 'A payment still needs this card. You can remove it when the job is done.',
  es: 'Un pago todavía necesita esta tarjeta. Podrás quitarla cuando termine el encargo.',
})
