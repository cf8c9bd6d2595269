import type { FastifyInstance } from 'fastify'
import { listPaymentMethods } from '#contract/app/payments.ts'
import { listMethods } from '../../../payments/methods.ts'
import { readFunds } from '../../../payments/wallet.ts'
import { mount } from '../../mount.ts'
import { presentMethod } from './present-method.ts'
import { type PaymentNeeds, processorFor } from './processor-for.ts'

/** Lists the caller's cards, with the money in the wallet. */
export function mountListPaymentMethods(scope: FastifyInstance, needs: PaymentNeeds): void {
  const { kysely } = needs
  mount(scope, listPaymentMethods, async ({ caller: { accountId }, query }) => {
    const processor = await processorFor(needs, { accountId, jobId: query.job_id })
    const methods = await listMethods(kysely, { accountId, processor: processor.name })
    return {
      methods: methods.map(presentMethod),
      wallet_cents: (await readFunds(kysely, accountId)).availableCents,
      sandbox: processor === needs.processors.sandbox,
    }
  })
}
