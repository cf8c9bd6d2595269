import type { FastifyInstance } from 'fastify'
import {
  type CarrierProfile,
  readCarrier as readCarrierOperation,
  saveCarrier as saveCarrierOperation,
  startPayoutSetup as startPayoutSetupOperation,
} from '#contract/app/carrier.ts'
import { type PayoutNeeds, refreshPayouts, startPayoutSetup } from '../../../accounts/carriers/payouts.ts'
import { type Carrier, readCarrier } from '../../../accounts/carriers/read-carrier.ts'
import { type SaveCarrierNeeds, saveCarrier } from '../../../accounts/carriers/save-carrier.ts'
import type { Processors } from '../../../payments/processors.ts'
import { notFound } from '../../errors.ts'
import { appRoute } from '../route.ts'
import { type FeedRoutesNeeds, mountFeed } from './feed.ts'

export type CarrierNeeds = SaveCarrierNeeds &
  Pick<PayoutNeeds, 'kysely'> &
  FeedRoutesNeeds & {
    /** Carriers only do live jobs. */
    processors: Pick<Processors, 'live'>
    baseUrl: string
  }

/** Routes for carriers: sign-up, profile, payout account and feed. */
export function mountCarrier(scope: FastifyInstance, needs: CarrierNeeds): void {
  const { pool, kysely, processors, baseUrl } = needs
  const payouts = { kysely, processor: processors.live }
  const profileOf = async (accountId: string): Promise<CarrierProfile> => {
    const carrier = await readCarrier(pool, { accountId, processor: processors.live.name })
    if (!carrier) throw notFound
    return presentCarrier(carrier)
  }
  appRoute(scope, saveCarrierOperation, async ({ caller, body }) => {
    await saveCarrier(needs, {
      accountId: caller.accountId,
      name: body.name,
      vehicleSize: body.vehicle_size,
      vehicle: body.vehicle,
      baseAddress: body.base_address,
      radiusKm: body.radius_km,
    })
    return profileOf(caller.accountId)
  })
  appRoute(scope, readCarrierOperation, async ({ caller }) => {
    await refreshPayouts(payouts, caller.accountId)
    return profileOf(caller.accountId)
  })
  appRoute(scope, startPayoutSetupOperation, async ({ caller, body }) => {
    const returnUrl = baseUrl + body.return_path
    return { url: await startPayoutSetup(payouts, { carrierId: caller.accountId, returnUrl }) }
  })
  mountFeed(scope, needs)
}

const presentCarrier = (carrier: Carrier): CarrierProfile => ({
  status: carrier.status,
  status_reason: carrier.statusReason,
  name: carrier.name,
  vehicle_size: carrier.vehicleSize,
  vehicle: carrier.vehicle,
  base_address: carrier.baseAddress,
  base_place: carrier.basePlace,
  base: carrier.base,
  radius_km: carrier.radiusKm,
  payouts_ready: carrier.payoutsReady,
  rating: carrier.rating,
  strikes: carrier.strikes,
})
