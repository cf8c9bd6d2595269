import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import type { Tables } from '../../db/tables.ts'
import { isAfterAdmissionSql, isCarrierPhotoSql } from '../carrier-photos/photo.ts'

/**
 * Marks photos and plate of a carrier as seen by staff, which an approval does too: what was changed until `seenAt` is
 * not marked as changed any more, and what was changed later still is. A repeated review changes nothing.
 *
 * @param seenAt `updated_at` of the carrier as staff read it, in milliseconds (`savedAt`).
 */
export async function reviewChanges(
  kysely: Kysely<Tables>,
  { accountId, seenAt, by }: { accountId: string; seenAt: Date; by: By },
): Promise<void> {
  // `seenAt` has milliseconds, the columns have microseconds. Not after the last change: a later one must stay marked.
  const seen = sql<Date>`least(${seenAt}::timestamptz + interval '999 microseconds', carrier.updated_at)`
  await kysely.transaction().execute(async (trx) => {
    // Waits for a change, so the update sees it.
    await sql`select from carrier where account_id = ${accountId} for update`.execute(trx)
    const { numAffectedRows } = await sql`
      update carrier set changes_seen_at = ${seen} where account_id = ${accountId} and (
        (plate_changed_at <= ${seen} and ${isAfterAdmissionSql(sql`plate_changed_at`)})
        or exists (select from carrier_document photo where photo.account_id = carrier.account_id
          and ${isCarrierPhotoSql} and photo.status = 'accepted'
          and photo.created_at <= ${seen} and ${isAfterAdmissionSql(sql`photo.created_at`)}))`.execute(trx)
    if (numAffectedRows !== 1n) return
    const targets = [{ type: 'account' as const, id: accountId }]
    await recordAudit(trx, { ...by, act: 'carrier.review_changes', targets })
  })
}
