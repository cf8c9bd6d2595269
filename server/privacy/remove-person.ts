import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { removeJobData, removeJobPhotos } from './remove-job-data.ts'

type Db = Kysely<Tables>

/**
 * Removes everything that says who an account is; its id stays, as payments and the ledger refer to it. In one transaction.
 * What lies outside the database follows from the rows: the background deletes the files of photos, tells the processor to
 * forget the cards, and deletes the drafts. Jobs of others keep their own data. Also the replay of an erasure after a
 * restore, where jobs that have ended since may be open again: so it leaves no job out.
 *
 * @returns false when the account was erased before, or does not exist.
 */
export async function removePerson(trx: Db, accountId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ phone: null, name: null, suspended_reason: null, erased_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await endAccess(trx, accountId)
  await removeJobs(trx, accountId)
  await removeProfile(trx, accountId)
  await forgetCards(trx, accountId)
  return true
}

async function endAccess(trx: Db, accountId: string): Promise<void> {
  await sql`
    update session set ended_at = coalesce(ended_at, now()), device = '' where account_id = ${accountId}`.execute(
    trx,
  )
  await trx.deleteFrom('push_subscription').where('account_id', '=', accountId).execute()
  // Their pushes and texts go with them.
  await trx.deleteFrom('notice').where('account_id', '=', accountId).execute()
}

async function removeJobs(trx: Db, accountId: string): Promise<void> {
  // Expired drafts are deleted by the background with all that belongs to them.
  await sql`
    update job set expires_at = least(expires_at, now())
    where customer_id = ${accountId} and status = 'draft'`.execute(trx)
  const jobs = await trx
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', accountId)
    .where('status', '<>', 'draft')
    .execute()
  const ids = jobs.map(({ id }) => id)
  await removeJobData(trx, ids)
  await removeJobPhotos(trx, ids)
  // Comments about a carrier, and those the carrier gave.
  await sql`
    update rating set comment = null where comment is not null
      and job_id in (select id from job where carrier_id = ${accountId})`.execute(trx)
  await removeCarrierWords(trx, accountId)
  // Uploads that wait for a job: without an account nothing serves them, and the collector deletes them within the hour.
  await sql`update photo set account_id = null where account_id = ${accountId} and job_id is null`.execute(
    trx,
  )
}

/** What the carrier typed about jobs of others: why a delivery was so quick, why a job was given back. */
async function removeCarrierWords(trx: Db, accountId: string): Promise<void> {
  await sql`
    update delivery_doubt set reason = null where reason is not null
      and job_id in (select id from job where carrier_id = ${accountId})`.execute(trx)
  await sql`
    update job_event set reason = 'removed' where actor = 'carrier' and actor_id = ${accountId}
      and from_status = 'accepted' and to_status = 'cancelled'
      and job_id in (select job_id from carrier_strike where carrier_id = ${accountId})`.execute(trx)
}

/** The row stays: jobs and payouts refer to it. Suspended, so that it cannot accept a job. */
const removeProfile = (trx: Db, accountId: string) =>
  sql`
    update carrier set status = 'suspended', status_reason = null, vehicle = '', base_address = '', base_place = '',
      base_lat = 0, base_lon = 0, updated_at = now()
    where account_id = ${accountId}`.execute(trx)

async function forgetCards(trx: Db, accountId: string): Promise<void> {
  await sql`
    update payment_method set removed_at = coalesce(removed_at, now()), last_four = '', expires_month = 0, expires_year = 0
    where account_id = ${accountId}`.execute(trx)
  await trx.deleteFrom('payer').where('account_id', '=', accountId).execute()
}
