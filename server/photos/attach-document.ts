import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Attaches a picture of `storePicture` to a document. The collector deletes it after an hour (`store.ts`); the limit here
 * is less, so that the two cannot race.
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
