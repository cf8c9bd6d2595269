import { sql } from 'kysely'
import type pg from 'pg'
import type { Scope } from '../scope.ts'
import { type DraftsOf, deleteExpiredDrafts, isExpiredSql } from './delete-drafts.ts'

const batch = 1_000

/**
 * Deletes expired drafts in batches. In real time they are invisible since `expires_at`; this only cleans up. Several
 * nodes may run it concurrently: each skips rows locked by another.
 *
 * @param of those in real time, or those of a world of the sandbox.
 * @returns the number of deleted drafts.
 */
export async function expireDrafts(
  { pool }: { pool: pg.Pool },
  signal?: AbortSignal,
  of: DraftsOf = 'real time',
): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await deleteExpiredDrafts(pool, { limit: batch, of })
    total += deleted
    if (deleted < batch || signal?.aborted) return total
  }
}

/** Whether one of these jobs is a draft to delete now. */
export const hasExpiredDrafts = (scope: Scope) =>
  sql<boolean>`exists (select from job where ${sql.raw(isExpiredSql)} and ${scope})`
