import type pg from 'pg'
import { deleteExpiredDrafts } from './delete-drafts.ts'

const batch = 1_000

/**
 * Deletes what has expired, batch by batch. The drafts have been invisible since `expires_at`; this only cleans. Two nodes
 * may do it at once: each skips the rows the other holds.
 *
 * @returns how many drafts went.
 */
export async function expireDrafts({ pool }: { pool: pg.Pool }, signal?: AbortSignal): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await deleteExpiredDrafts(pool, batch)
    total += deleted
    if (deleted < batch || signal?.aborted) return total
  }
}
