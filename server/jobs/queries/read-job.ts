import type pg from 'pg'
import type { JobStatus } from '#contract/vocabulary.ts'
import { isInList } from '../../db/kept-plan.ts'
import { batchCalls } from '../../lib/batch-calls.ts'
import { isAliveSql } from '../is-alive.ts'
import type { JobState } from '../job.ts'

export type ReadJob = (id: string) => Promise<JobState | null>

/**
 * Reads the fields of a job that a partner may see; null when it does not exist, was deleted, or is an expired draft.
 * Concurrent reads share a statement, because the round trip to PostgreSQL is the main cost; while two statements run,
 * further reads wait for the next one. It has no cache.
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

type Row = {
  id: string
  key_id: string | null
  external_reference: string | null
  status: JobStatus
  /**
   * Instants as the job's partner sees them (`drafts/find-draft.ts`), in Unix ms: a number is parsed in a tenth of the
   * time.
   */
  created_ms: number
  updated_ms: number
}

const seenMs = (column: string): string => `trunc(extract(epoch from ${column}) * 1000)::float8 + aged_ms`

/**
 * No key reads the successor of its job (decision 65), which the partner did not make: spec 5.6, as for a job of the
 * app.
 */
const callersKey = `case origin when 'partner' then key_id end as key_id`

/** Hot path: a named prepared statement for all ids requested in one tick. Leaves out expired drafts. */
async function findJobStates(pool: pg.Pool, ids: readonly string[]): Promise<JobState[]> {
  const { rows } = await pool.query<Row>({
    name: 'find-job-states',
    text: `select id, ${callersKey}, external_reference, status, ${seenMs('created_at')} as created_ms,
             ${seenMs('updated_at')} as updated_ms from job
           where ${isInList('id', '$1', 'uuid')} and ${isAliveSql}`,
    values: [ids],
  })
  return rows.map((row) => ({
    id: row.id,
    keyId: row.key_id,
    externalReference: row.external_reference,
    status: row.status,
    createdAt: new Date(row.created_ms),
    updatedAt: new Date(row.updated_ms),
  }))
}
