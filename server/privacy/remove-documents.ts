import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

const batch = 200

/**
 * Takes the pictures of documents that were refused, replaced or have expired long enough ago; the collector then deletes
 * the files. Replaced documents are deleted whole: the audit log says what was decided about them.
 */
export async function removeDocumentPictures(
  kysely: Kysely<Tables>,
  days: number,
): Promise<{ found: number; removed: number }> {
  const { numAffectedRows } = await sql`
    with ended as (
      select document.id, document.status from carrier_document document
      where (document.status in ('refused', 'replaced') and document.decided_at < now() - make_interval(days => ${days})
          or document.status = 'accepted' and document.expires_on < (now() at time zone 'UTC')::date - ${days}::integer)
        and (document.status = 'replaced' or exists (select from photo where photo.document_id = document.id))
      order by document.created_at limit ${batch} for update skip locked
    ), deleted as (
      delete from carrier_document where id in (select id from ended where status = 'replaced')
    )
    update photo set document_id = null where document_id in (select id from ended)`.execute(kysely)
  const removed = Number(numAffectedRows ?? 0)
  return { found: removed, removed }
}
