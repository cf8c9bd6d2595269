import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { liftBlock } from '../money/blocks.ts'
import type { JobRow } from '../transition.ts'

/**
 * Ends the doubt about a delivery: its capture is queued, unless something else blocks the money. The caller must
 * hold the job's lock, and logs the event when this returns true.
 *
 * @returns false when nothing is in doubt.
 */
export async function resolveDoubt(
  trx: Transaction<Tables>,
  job: JobRow,
  by: 'customer' | 'staff' | 'system',
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('delivery_doubt')
    .set({ resolved_by: by, resolved_at: sql<Date>`now()` })
    .where('job_id', '=', job.id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await liftBlock(trx, { job, cause: 'early_delivery' })
  return true
}
