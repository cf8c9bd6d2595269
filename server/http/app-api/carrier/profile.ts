import type pg from 'pg'
import type { CarrierProfile } from '#contract/app/carrier.ts'
import { type Carrier, readCarrier } from '../../../accounts/carriers/read-carrier.ts'
import type { Processors } from '../../../payments/providers/processors.ts'
import { notFound } from '../../errors/errors.ts'

/** Carriers only do live jobs. */
export type ProfileNeeds = { pool: pg.Pool; processors: Pick<Processors, 'live'> }

/** @throws Problem `not_found` when the account is not a carrier. */
export async function readProfile(
  { pool, processors }: ProfileNeeds,
  accountId: string,
): Promise<CarrierProfile> {
  const carrier = await readCarrier(pool, { accountId, processor: processors.live.name })
  if (!carrier) throw notFound
  return presentCarrier(carrier)
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
