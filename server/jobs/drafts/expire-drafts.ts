import { sql } from 'kysely'
import type pg from 'pg'
import type { Scope } from '../scope.ts'
import { deleteExpiredDrafts, isExpiredSql } from './delete-drafts.ts'

const batch = 1_000

/**
 * Deletes expired drafts in batches. They are invisible since `expires_at`; this only cleans up. Several nodes may
 * run it concurrently: each skips rows locked by another.
 *
 * @param testKeyId only drafts of this test key; absent for all.
 * @returns the number of deleted drafts.
 */
export async function expireDrafts(
  { pool }: { pool: pg.Pool },
  signal?: AbortSignal,
  testKeyId?: string,
): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await deleteExpiredDrafts(pool, { limit: batch, testKeyId })
    total += deleted
    if (deleted < batch || signal?.aborted) return total
  }
}

/** Whether one of these jobs is a draft to delete now. */
export const hasExpiredDrafts = (scope: Scope) =>
  sql<boolean>`exists (select from job where ${sql.raw(isExpiredSql)} and ${scope})`
