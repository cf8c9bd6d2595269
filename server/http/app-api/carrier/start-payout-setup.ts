import type { FastifyInstance } from 'fastify'
import { startPayoutSetup as operation } from '#contract/app/carrier.ts'
import { type PayoutNeeds, startPayoutSetup } from '../../../accounts/carriers/payouts.ts'
import type { Processors } from '../../../payments/processors.ts'
import { mount } from '../../mount.ts'

export type PayoutSetupNeeds = Pick<PayoutNeeds, 'kysely'> & {
  /** Carriers only do live jobs. */
  processors: Pick<Processors, 'live'>
  baseUrl: string
}

/** Starts the setup of the payout account on a page of the processor. */
export function mountStartPayoutSetup(scope: FastifyInstance, needs: PayoutSetupNeeds): void {
  const { kysely, processors, baseUrl } = needs
  const payouts = { kysely, processor: processors.live }
  mount(scope, operation, async ({ caller, body }) => {
    const returnUrl = baseUrl + body.return_path
    return { url: await startPayoutSetup(payouts, { carrierId: caller.accountId, returnUrl }) }
  })
}
