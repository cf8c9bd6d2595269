import DataLoader from 'dataloader'
import type pg from 'pg'
import type { JobState } from '../job.ts'
import { findJobStates } from './find-job-states.ts'

export type ReadJob = (id: string) => Promise<JobState | null>

/**
 * Reads the fields of a job that a partner may see; null when it does not exist, was deleted, or is an expired draft.
 * Concurrent reads are batched into one query, because the round trip to PostgreSQL is the main cost. Nothing is
 * cached.
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
