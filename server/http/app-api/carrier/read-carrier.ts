import type { FastifyInstance } from 'fastify'
import { readCarrier } from '#contract/app/carrier.ts'
import { type PayoutNeeds, refreshPayouts } from '../../../accounts/carriers/payouts.ts'
import { mount } from '../../mount.ts'
import { type ProfileNeeds, readProfile } from './profile.ts'

export type ReadCarrierNeeds = ProfileNeeds & Pick<PayoutNeeds, 'kysely'>

/** Shows the carrier's profile, with the present state of the payout account. */
export function mountReadCarrier(scope: FastifyInstance, needs: ReadCarrierNeeds): void {
  const payouts = { kysely: needs.kysely, processor: needs.processors.live }
  mount(scope, readCarrier, async ({ caller }) => {
    await refreshPayouts(payouts, caller.accountId)
    return readProfile(needs, caller.accountId)
  })
}
