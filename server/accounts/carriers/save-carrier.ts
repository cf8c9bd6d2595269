import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { plateKey } from '#contract/carrier-profile.ts'
import type { JobSize } from '#contract/vocabulary.ts'
import { jobSizes } from '#contract/vocabulary.ts'
import { recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import type { Located, RememberingGeocoder } from '../../geocoding/geocoder.ts'
import type { CountLookUp } from '../../geocoding/look-up-caps.ts'
import { whyRefused } from '../../geocoding/why-refused.ts'
import { Problem } from '../../lib/problem.ts'
import { changeInstant, isAdmittedSql } from '../carrier-photos/photo.ts'

export type SaveCarrierNeeds = {
  kysely: Kysely<Tables>
  geocoder: Pick<RememberingGeocoder, 'geocode'>
  countLookUp: CountLookUp
}

export type CarrierInput = {
  accountId: string
  name: string
  vehicleSize: JobSize
  vehicle: string
  /** As typed; empty to remove it, undefined to leave it as it is. */
  plate?: string | undefined
  baseAddress: string
  radiusKm: number
}

/**
 * Signs an account up as a carrier, or changes its profile. A new carrier waits for the operator's approval, and so
 * do an approved carrier with a larger vehicle and a rejected carrier who tries again. A suspended carrier cannot
 * change to a larger vehicle, because lifting the suspension would approve a vehicle that was never reviewed. Another
 * plate after the approval is recorded; the carrier goes on working (decision 81).
 *
 * @throws Problem `wrong_state` (409) for a suspended carrier's larger vehicle, `geocoding_failed` (422) keyed
 *   `base_address`, `rate_limit_exceeded` (429) after too many look-ups, `service_unavailable` (503) when the geocoder
 *   is down.
 */
export async function saveCarrier(
  { kysely, geocoder, countLookUp }: SaveCarrierNeeds,
  input: CarrierInput,
): Promise<void> {
  if ((await readBaseAddress(kysely, input.accountId)) !== input.baseAddress)
    await countLookUp('price', { accountId: input.accountId })
  const base = await locate(geocoder, input.baseAddress)
  await kysely.transaction().execute(async (trx) => {
    const before = await lockPlate(trx, input.accountId)
    const { rows } = await trx.executeQuery(CompiledQuery.raw(saveSql, valuesOf(input, base)))
    if (rows.length === 0) throw suspended
    const key = input.plate === undefined ? before?.key : plateKey(input.plate)
    if (before?.isAdmitted && (before.key ?? '') !== (key ?? '')) await recordPlate(trx, input.accountId)
  })
}

async function readBaseAddress(kysely: Kysely<Tables>, accountId: string): Promise<string | null> {
  const row = await kysely
    .selectFrom('carrier')
    .select('base_address')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.base_address ?? null
}

/** Two changes at once wait for each other, so that each is compared with the one before. */
async function lockPlate(trx: Transaction<Tables>, accountId: string) {
  const { rows } = await sql<{ key: string | null; isAdmitted: boolean }>`
    select plate_key as key, ${isAdmittedSql} as "isAdmitted" from carrier
    where account_id = ${accountId} for update`.execute(trx)
  return rows[0] ?? null
}

/** Without the plate: the audit log outlives the erasure of the person. */
const recordPlate = (trx: Transaction<Tables>, accountId: string): Promise<void> =>
  recordAudit(trx, {
    actor: { type: 'system', name: 'carrier' },
    act: 'carrier.change_plate',
    targets: [{ type: 'account', id: accountId }],
  })

const valuesOf = (input: CarrierInput, base: Located): unknown[] => [
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
  input.plate !== undefined,
  input.plate || null,
  input.plate ? plateKey(input.plate) : null,
]

const sizes = `array[${jobSizes.map((size) => `'${size}'`).join(', ')}]`

const isLarger = `array_position(${sizes}, excluded.vehicle_size) > array_position(${sizes}, carrier.vehicle_size)`

const waitsAgain = `(carrier.status = 'rejected' or carrier.status = 'approved' and ${isLarger})`

const saveSql = `
  with saved as (insert into carrier (account_id, vehicle_size, vehicle, base_address, base_place, base_lat, base_lon, radius_km,
    base_uncertainty_km, plate, plate_key, plate_changed_at)
  values ($1, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13, case when $13::text is not null then now() end)
  on conflict (account_id) do update set
    status = case when ${waitsAgain} then 'pending' else carrier.status end,
    status_reason = case when ${waitsAgain} then null else carrier.status_reason end,
    status_changed_at = case when ${waitsAgain} then now() else carrier.status_changed_at end,
    vehicle_size = excluded.vehicle_size, vehicle = excluded.vehicle, base_address = excluded.base_address,
    base_place = excluded.base_place, base_lat = excluded.base_lat, base_lon = excluded.base_lon,
    base_uncertainty_km = excluded.base_uncertainty_km, radius_km = excluded.radius_km, updated_at = ${changeInstant},
    plate = case when $11 then excluded.plate else carrier.plate end,
    plate_key = case when $11 then excluded.plate_key else carrier.plate_key end,
    plate_changed_at = case when $11 and excluded.plate_key is distinct from carrier.plate_key then ${changeInstant}
      else carrier.plate_changed_at end
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
