import { type Kysely, sql } from 'kysely'
import { type By, recordAudit } from '../../db/audit.ts'
import { refuseBesideOlderNodes } from '../../db/nodes.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { lockPerson } from '../documents/save-upload.ts'
import { findPhoto } from './photo.ts'

/**
 * Removes a photo that is not proper: customers do not see it any more, and the carrier gets a notice and the reason.
 * The reason is stored in the row, which an erasure deletes, and not in the audit log. A repeated removal, and one of a
 * photo that was replaced meanwhile, find no photo that is shown.
 *
 * @throws Problem `not_found`, `wrong_state` (409) when it is not shown any more, `service_unavailable` (503) while a
 *   node of an older version runs.
 */
export async function removePhoto(
  kysely: Kysely<Tables>,
  { accountId, pictureId, by }: { accountId: string; pictureId: string; by: By },
): Promise<void> {
  const isRemoved = await kysely.transaction().execute(async (trx) => {
    await lockPerson(trx, accountId)
    const { numUpdatedRows } = await trx
      .updateTable('carrier_document')
      .set({ status: 'refused', decided_at: sql<Date>`now()`, reason: by.reason ?? null })
      .where('id', '=', pictureId)
      .where('account_id', '=', accountId)
      .where('kind', 'in', ['portrait', 'vehicle'])
      .where('status', '=', 'accepted')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await refuseBesideOlderNodes(trx)
    await trx.insertInto('notice').values({ account_id: accountId, kind: 'photo_removed' }).execute()
    const targets = [
      { type: 'account' as const, id: accountId },
      { type: 'document' as const, id: pictureId },
    ]
    await recordAudit(trx, { ...by, reason: null, act: 'carrier.remove_photo', targets })
    return true
  })
  if (isRemoved) return
  throw (await findPhoto(kysely, { accountId, pictureId }))
    ? new Problem('wrong_state', (t) => t.documents.photoNotShown)
    : new Problem('not_found', (t) => t.requests.notFound)
}
