import type pg from 'pg'
import type { JobSize } from '#contract/vocabulary.ts'
import { jobSizes } from '#contract/vocabulary.ts'
import type { Located, RememberingGeocoder } from '../../geocoding/geocoder.ts'
import { whyRefused } from '../../geocoding/why-refused.ts'
import { Problem } from '../../lib/problem.ts'

export type SaveCarrierNeeds = { pool: pg.Pool; geocoder: Pick<RememberingGeocoder, 'geocode'> }

export type CarrierInput = {
  accountId: string
  name: string
  vehicleSize: JobSize
  vehicle: string
  baseAddress: string
  radiusKm: number
}

/**
 * Signs an account up as a carrier, or changes its profile. A new carrier waits for the operator's approval, and so
 * do an approved carrier with a larger vehicle and a rejected carrier who tries again. A suspended carrier cannot
 * change to a larger vehicle, because lifting the suspension would approve a vehicle that was never reviewed.
 *
 * @throws Problem `wrong_state` (409) for a suspended carrier's larger vehicle, `geocoding_failed` (422) keyed
 *   `base_address`, `service_unavailable` (503) when the geocoder is down.
 */
export async function saveCarrier({ pool, geocoder }: SaveCarrierNeeds, input: CarrierInput): Promise<void> {
  const base = await locate(geocoder, input.baseAddress)
  const { rowCount } = await pool.query(saveSql, [
    input.accountId,
    input.name,
    input.vehicleSize,
    input.vehicle,
    input.baseAddress,
    base.locality ?? base.postcode ?? '',
    base.lat,
    base.lon,
    input.radiusKm,
    base.uncertaintyKm,
  ])
  if (!rowCount) throw suspended
}

const sizes = `array[${jobSizes.map((size) => `'${size}'`).join(', ')}]`

const isLarger = `array_position(${sizes}, excluded.vehicle_size) > array_position(${sizes}, carrier.vehicle_size)`

const waitsAgain = `(carrier.status = 'rejected' or carrier.status = 'approved' and ${isLarger})`

const saveSql = `
  with saved as (insert into carrier (account_id, vehicle_size, vehicle, base_address, base_place, base_lat, base_lon, radius_km,
    base_uncertainty_km)
  values ($1, $3, $4, $5, $6, $7, $8, $9, $10)
  on conflict (account_id) do update set
    status = case when ${waitsAgain} then 'pending' else carrier.status end,
    status_reason = case when ${waitsAgain} then null else carrier.status_reason end,
    status_changed_at = case when ${waitsAgain} then now() else carrier.status_changed_at end,
    vehicle_size = excluded.vehicle_size, vehicle = excluded.vehicle, base_address = excluded.base_address,
    base_place = excluded.base_place, base_lat = excluded.base_lat, base_lon = excluded.base_lon,
    base_uncertainty_km = excluded.base_uncertainty_km, radius_km = excluded.radius_km, updated_at = now()
    where not (carrier.status = 'suspended' and ${isLarger})
    returning account_id),
  named as (update account set name = $2 where id in (select account_id from saved))
  select account_id from saved`

async function locate({ geocode }: Pick<RememberingGeocoder, 'geocode'>, address: string): Promise<Located> {
  const found = await geocode(address)
  if (found.outcome === 'located') return found
  if (found.outcome === 'unavailable') throw unavailable
  throw new Problem('geocoding_failed', (t) => t.addresses.baseNotLocated, {
    details: { base_address: whyRefused(found, address) },
  })
}

const suspended = new Problem('wrong_state', (t) => t.accounts.largerVehicle)

const unavailable = new Problem('service_unavailable', (t) => t.addresses.unavailable, {
  retryAfterSeconds: 10,
})
