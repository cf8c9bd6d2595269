import DataLoader from 'dataloader'
import type pg from 'pg'
import type { JobState } from './job.ts'
import { findJobStates } from './store.ts'

export type ReadJob = (id: string) => Promise<JobState | null>

/**
 * Reads what a partner may see of a job; null when there is none, it was deleted, or the draft has expired. The reads of
 * one tick share one statement, as the round trip to PostgreSQL is what a read costs. Nothing is cached.
 */
export function createJobReader({ pool }: { pool: pg.Pool }): ReadJob {
  const loader = new DataLoader(
    async (ids: readonly string[]) => {
      const found = new Map((await findJobStates(pool, ids)).map((job) => [job.id, job]))
      return ids.map((id) => found.get(id) ?? null)
    },
    { cache: false, maxBatchSize: 500, batchScheduleFn: (dispatch) => setImmediate(dispatch) },
  )
  return (id) => loader.load(id)
}
