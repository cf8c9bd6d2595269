import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

export type Uploads = {
  jobId: string
  accountId: string
  /** In the order they are shown. */
  names: readonly string[]
  purpose: 'item' | 'delivery' | 'problem'
}

/**
 * Gives uploads of this account to a job: all of them, or the caller's transaction has to be undone.
 *
 * An upload is collected after a day (`store.ts`); an hour less here, so that the two can never meet.
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
