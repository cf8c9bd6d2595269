import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export type Uploads = {
  jobId: string
  accountId: string
  /** In display order. */
  names: readonly string[]
  purpose: 'item' | 'delivery' | 'problem'
}

/**
 * Attaches uploads of this account to a job.
 *
 * An upload is deleted after a day (`store.ts`). The limit here is one hour less, so that the two cannot race.
 *
 * @returns false when not all could be attached; the caller must then roll back its transaction.
 */
export async function attachUploads(
  trx: Kysely<Tables>,
  { jobId, accountId, names, purpose }: Uploads,
): Promise<boolean> {
  if (names.length === 0) return true
  const { numAffectedRows } = await sql`
    update photo set job_id = ${jobId}, purpose = ${purpose}, position = array_position(${names}::text[], name) - 1
    where name = any(${names}::text[]) and account_id = ${accountId} and job_id is null and position < 0
      and created_at > now() - interval '23 hours'`.execute(trx)
  return numAffectedRows === BigInt(names.length)
}
