import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

type Uploads = {
  jobId: string
  accountId: string
  /** In display order. */
  names: readonly string[]
  purpose: 'item' | 'collection' | 'delivery' | 'problem'
  /** The report of the carrier that it belongs to; then there is one. */
  tripReportId?: string
  /** The message that it belongs to; then there is one. */
  messageId?: string
}

/**
 * Attaches uploads of this account to a job.
 *
 * An upload is deleted after a day (`store.ts`). The limit here is one hour less, to avoid a race.
 *
 * @returns false when not all could be attached; the caller must then roll back its transaction.
 */
export async function attachUploads(
  trx: Kysely<Tables>,
  { jobId, accountId, names, purpose, tripReportId, messageId }: Uploads,
): Promise<boolean> {
  if (names.length === 0) return true
  const { numAffectedRows } = await sql`
    update photo set job_id = ${jobId}, purpose = ${purpose}, trip_report_id = ${tripReportId ?? null},
      message_id = ${messageId ?? null}, position = array_position(${names}::text[], name) - 1
    where name = any(${names}::text[]) and account_id = ${accountId} and job_id is null and position < 0
      and created_at > now() - interval '23 hours'`.execute(trx)
  return numAffectedRows === BigInt(names.length)
}

/**
 * Attaches a picture of `storePicture` to a document. The collector deletes it after an hour (`store.ts`); the limit
 * here is less, to avoid a race.
 *
 * @throws when the picture is too old; the caller's transaction is rolled back.
 */
export async function attachToDocument(
  trx: Kysely<Tables>,
  { documentId, name }: { documentId: string; name: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update photo set document_id = ${documentId}, position = 0
    where name = ${name} and job_id is null and document_id is null and account_id is null and position < 0
      and created_at > now() - interval '50 minutes'`.execute(trx)
  if (numAffectedRows !== 1n) throw new Error('The picture of a document was stored too long ago')
}
