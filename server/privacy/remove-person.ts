import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { closeFromSql } from '../jobs/calls/open-line.ts'
import { removeMessagesOfCarrier } from '../jobs/conversation/remove.ts'
import { endDrafts } from '../jobs/drafts/delete-drafts.ts'
import { removeJobData, removeJobPhotos } from './remove-job-data.ts'

type Db = Kysely<Tables>

/**
 * Removes all identifying data of an account's person; the id stays, because payments and the ledger refer to it. Runs
 * in one transaction. The background tasks then clean up outside the database: they delete the files of photos, detach
 * the cards at the processor and delete the drafts. Other people's jobs keep their own data. Also replays an erasure
 * after a restore: jobs that ended since the backup may be open again there, so all jobs are included.
 *
 * @returns false when the account was erased before, or does not exist.
 */
export async function removePerson(trx: Db, accountId: string): Promise<boolean> {
  const account = await trx
    .selectFrom('account')
    .select(['phone', 'sandbox_key_id'])
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  const { numUpdatedRows } = await trx
    .updateTable('account')
    .set({ phone: null, name: null, suspended_reason: null, erased_at: sql<Date>`now()` })
    .where('id', '=', accountId)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) return false
  await endAccess(trx, accountId)
  if (account?.phone && account.sandbox_key_id === null) await removeCodeTexts(trx, account.phone)
  await removeJobs(trx, accountId)
  await removeProfile(trx, accountId)
  await forgetCards(trx, accountId)
  // Of real money the law asks to keep the person for years (`RETENTION_INVOICE_DAYS`).
  await sql`
    update invoice set party = null where account_id = ${accountId} and is_test and party is not null`.execute(
    trx,
  )
  await removeTaxData(trx, accountId)
  await endCalls(trx, accountId)
  // A file of jobs may include jobs of this person. A member who still needs one creates it again.
  await trx.deleteFrom('job_export').execute()
  return true
}

/** The provider knows the person's number until the task has closed the line. */
async function endCalls(trx: Db, accountId: string): Promise<void> {
  await sql`
    update call_line set status = 'closing', number = null, due_at = ${closeFromSql} from job
    where job.id = call_line.job_id and call_line.status in ('opening', 'open')
      and (call_line.carrier_id = ${accountId} or job.customer_id = ${accountId})`.execute(trx)
}

async function endAccess(trx: Db, accountId: string): Promise<void> {
  await sql`
    update session set ended_at = coalesce(ended_at, now()), device = '' where account_id = ${accountId}`.execute(
    trx,
  )
  await trx.deleteFrom('accepted_terms').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('push_subscription').where('account_id', '=', accountId).execute()
  // Their pushes and SMS are deleted with them.
  await trx.deleteFrom('notice').where('account_id', '=', accountId).execute()
  await endMail(trx, accountId)
}

/** Confirmations end with it, so an address can be asked for a code again: the account that counted them is gone. */
async function endMail(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('mail').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('mail_confirmation').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('mail_address').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('notice_switch').where('account_id', '=', accountId).execute()
}

/**
 * The texts of sign-in codes to this number. Its challenges stay until they are a day old, because codes are counted by
 * them: otherwise an erasure would reset the count.
 */
async function removeCodeTexts(trx: Db, phone: string): Promise<void> {
  await sql`
    delete from sms where challenge_id in (select id from phone_challenge where phone = ${phone})`.execute(
    trx,
  )
}

async function removeJobs(trx: Db, accountId: string): Promise<void> {
  await endDrafts(trx, sql<boolean>`job.customer_id = ${accountId}`)
  const jobs = await trx
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', accountId)
    .where('status', '<>', 'draft')
    .execute()
  const ids = jobs.map(({ id }) => id)
  await removeJobData(trx, ids)
  await removeJobPhotos(trx, ids)
  // Comments about the carrier and by the carrier.
  await sql`
    update rating set comment = null where comment is not null
      and job_id in (select id from job where carrier_id = ${accountId})`.execute(trx)
  await removeCarrierWords(trx, accountId)
  // Uploads without a job: without an account they are not served, and the collector deletes them within the hour.
  await sql`update photo set account_id = null where account_id = ${accountId} and job_id is null`.execute(
    trx,
  )
}

/**
 * Removes the texts of and about the carrier on other people's jobs, the places of their phone, and the photos of their
 * reports: reasons for an early delivery and for giving a job back, messages, and staff's reasons, notes and answers,
 * which may name the carrier.
 */
async function removeCarrierWords(trx: Db, accountId: string): Promise<void> {
  await sql`
    update delivery_doubt set reason = null where reason is not null
      and job_id in (select id from job where carrier_id = ${accountId})`.execute(trx)
  await removeStaffWords(trx, accountId)
  await removeMessagesOfCarrier(trx, accountId)
  await sql`
    update job_proof set lat = null, lon = null, accuracy_m = null where carrier_id = ${accountId}`.execute(
    trx,
  )
  // The photos of their reports; the collector deletes them.
  await sql`
    update photo set job_id = null, account_id = null, position = abs(position)
    where trip_report_id in (select id from trip_report where carrier_id = ${accountId})`.execute(trx)
  await sql`
    update job_event set reason = 'removed' where actor = 'carrier' and actor_id = ${accountId}
      and from_status = 'accepted' and to_status = 'cancelled'
      and job_id in (select job_id from carrier_strike where carrier_id = ${accountId})`.execute(trx)
}

/**
 * Applies to the carrier's jobs, and to jobs that staff moved to or from the carrier: the audit log finds these,
 * because a job's log has no index of its people.
 */
async function removeStaffWords(trx: Db, accountId: string): Promise<void> {
  const account = JSON.stringify([{ type: 'account', id: accountId }])
  const { rows } = await sql<{ id: string }>`
    select id from job where carrier_id = ${accountId}
    union select (target ->> 'id')::uuid from audit_event a, jsonb_array_elements(a.targets) target
      where a.act = 'job.reassign' and a.targets @> ${account}::jsonb and target ->> 'type' = 'job'`.execute(
    trx,
  )
  const ids = sql`any(${rows.map(({ id }) => id)}::uuid[])`
  await sql`delete from job_note where job_id = ${ids}`.execute(trx)
  await sql`delete from job_message where job_id = ${ids} and sender = 'staff'`.execute(trx)
  await sql`update job_problem set answer = null, resolution = null where job_id = ${ids}`.execute(trx)
  await sql`
    update trip_report set text = null, resolution = null, away_km = null where job_id = ${ids}`.execute(trx)
  await sql`
    update job_event set reason = 'removed' where actor = 'staff' and job_id = ${ids}`.execute(trx)
}

/**
 * Keeps the row, because jobs and payouts refer to it. Suspends it, so it cannot accept a job. The collector deletes
 * the pictures of deleted documents.
 */
async function removeProfile(trx: Db, accountId: string): Promise<void> {
  await trx.deleteFrom('carrier_document').where('account_id', '=', accountId).execute()
  await trx.deleteFrom('carrier_area').where('account_id', '=', accountId).execute()
  await sql`
    update carrier set status = 'suspended', status_reason = null, vehicle = '', base_address = '', base_place = '',
      base_lat = 0, base_lon = 0, plate = null, plate_key = null, updated_at = now()
    where account_id = ${accountId}`.execute(trx)
}

/** Real money whose month has no statement yet still needs it: the retention removes it after that statement. */
async function removeTaxData(trx: Db, accountId: string): Promise<void> {
  await sql`
    delete from carrier_tax_data where account_id = ${accountId} and not exists (
      select from statement_due due join ledger_transfer l on l.id = due.ledger_id
      left join payment p on p.id = l.payment_id
      where due.account = ${`carrier:${accountId}`} and l.mode = 'live' and p.processor is distinct from 'sandbox')`.execute(
    trx,
  )
}

async function forgetCards(trx: Db, accountId: string): Promise<void> {
  await sql`
    update payment_method set removed_at = coalesce(removed_at, now()), last_four = '', expires_month = 0, expires_year = 0
    where account_id = ${accountId}`.execute(trx)
  await trx.deleteFrom('payer').where('account_id', '=', accountId).execute()
}
