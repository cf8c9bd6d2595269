import type { FastifyInstance } from 'fastify'
import { saveCarrier as operation } from '#contract/app/carrier.ts'
import { type SaveCarrierNeeds, saveCarrier } from '../../../accounts/carriers/save-carrier.ts'
import { mount } from '../../mount.ts'
import { type ProfileNeeds, readProfile } from './profile.ts'

export type SaveNeeds = SaveCarrierNeeds & ProfileNeeds

/** Signs up as a carrier, or changes the profile. */
export function mountSaveCarrier(scope: FastifyInstance, needs: SaveNeeds): void {
  mount(scope, operation, async ({ caller, body }) => {
    await saveCarrier(needs, {
      accountId: caller.accountId,
      name: body.name,
      vehicleSize: body.vehicle_size,
      vehicle: body.vehicle,
      baseAddress: body.base_address,
      radiusKm: body.radius_km,
    })
    return readProfile(needs, caller.accountId)
  })
}
