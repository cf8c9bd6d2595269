import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { removeMessagesOfJobs } from '../jobs/conversation/remove.ts'

type Db = Kysely<Tables>

/**
 * Removes the personal data of jobs: phone, addresses, texts, comments and free-text reasons. Towns, a rounded
 * position, price and instants are kept for statistics and accounting. `updated_at` is unchanged, because the partner
 * sees no change.
 */
export async function removeJobData(db: Db, jobIds: readonly string[]): Promise<void> {
  if (jobIds.length === 0) return
  const ids = sql`any(${jobIds}::uuid[])`
  await sql`
    update job set customer_phone = null, description = null, notes = null, title = ${route},
      pickup = ${town('pickup')}, dropoff = ${town('dropoff')}, data_removed_at = now()
    where id = ${ids} and data_removed_at is null`.execute(db)
  await sql`update rating set comment = null where job_id = ${ids} and comment is not null`.execute(db)
  await sql`update delivery_doubt set reason = null where job_id = ${ids} and reason is not null`.execute(db)
  await sql`
    update job_problem set text = null, answer = null, resolution = null where job_id = ${ids}`.execute(db)
  await sql`
    update trip_report set text = null, answer = null, resolution = null, away_km = null where job_id = ${ids}`.execute(
    db,
  )
  await sql`
    update dispute set release_reason = null
    where release_reason is not null and payment_id in (select id from payment where job_id = ${ids})`.execute(
    db,
  )
  await sql`delete from job_note where job_id = ${ids}`.execute(db)
  await removeMessagesOfJobs(db, jobIds)
  await sql`update job_proof set lat = null, lon = null, accuracy_m = null where job_id = ${ids}`.execute(db)
  await sql`update asked_proof set code = null, wrong_code = null where job_id = ${ids}`.execute(db)
  await sql`delete from job_wish where job_id = ${ids}`.execute(db)
  await sql`delete from job_window where job_id = ${ids}`.execute(db)
  await sql`delete from sms where job_id = ${ids}`.execute(db)
  // Carriers and staff type free text as a reason; all other reasons are fixed texts.
  await sql`
    update job_event set reason = 'removed' where job_id = ${ids}
      and (actor = 'staff' or actor = 'carrier' and from_status = 'accepted' and to_status = 'cancelled')`.execute(
    db,
  )
}

/**
 * Detaches the photos, which ends their delivery. The collector deletes each file before its row. @returns the number
 * of detached photos.
 */
export async function removeJobPhotos(db: Db, jobIds: readonly string[]): Promise<number> {
  if (jobIds.length === 0) return 0
  const ids = sql`any(${jobIds}::uuid[])`
  const { numAffectedRows } = await sql`
    update photo set job_id = null, account_id = null, position = abs(position) where job_id = ${ids}`.execute(
    db,
  )
  await sql`update job set photos_removed_at = now() where id = ${ids} and photos_removed_at is null`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}

const end = (column: 'pickup' | 'dropoff') =>
  sql`coalesce(${sql.ref(column)}->>'locality', ${sql.ref(column)}->>'postcode', upper(${sql.ref(column)}->>'countryCode'))`

/**
 * Replaces the title, which may contain a name or an address. "Madrid → Zaragoza" still distinguishes jobs in a list.
 */
const route = sql`coalesce(nullif(concat_ws(' → ', ${end('pickup')}, ${end('dropoff')}), ''), '–')`

/** A `Stop` without its exact address: accurate to about a kilometre. */
const town = (column: 'pickup' | 'dropoff') => {
  const stop = sql.ref(column)
  return sql`jsonb_build_object(
    'address', coalesce(${end(column)}, ''), 'floor', null, 'hasElevator', null,
    'lat', round((${stop}->>'lat')::numeric, 2), 'lon', round((${stop}->>'lon')::numeric, 2),
    'precision', 'locality', 'uncertaintyKm', greatest((${stop}->>'uncertaintyKm')::numeric, 1),
    'locality', ${stop}->'locality',
    'postcode', case when ${stop}->>'locality' is null then ${stop}->'postcode' end,
    'provinceCode', ${stop}->'provinceCode', 'countryCode', ${stop}->'countryCode', 'provider', ${stop}->'provider')`
}
