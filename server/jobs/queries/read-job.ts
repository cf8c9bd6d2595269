import type pg from 'pg'
import { batchCalls } from '../../lib/batch-calls.ts'
import type { JobState } from '../job.ts'
import { findJobStates } from './find-job-states.ts'

export type ReadJob = (id: string) => Promise<JobState | null>

/**
 * Reads the fields of a job that a partner may see; null when it does not exist, was deleted, or is an expired draft.
 * Concurrent reads share a statement, because the round trip to PostgreSQL is the main cost; while two statements run,
 * further reads wait for the next one. It caches nothing.
 */
export const createJobReader = ({ pool }: { pool: pg.Pool }): ReadJob =>
  batchCalls({
    work: async (ids: readonly string[]) => {
      const found = new Map((await findJobStates(pool, ids)).map((job) => [job.id, job]))
      return ids.map((id) => found.get(id) ?? null)
    },
    maxRunning: 2,
    maxBatchSize: 500,
    maxWaitMs: 1_000,
  })
