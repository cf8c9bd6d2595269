import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/*
 * A job that its carrier gave back, or left because of a breakdown, goes on as its successor (decision 65).
 * `job.predecessor_id` names the job before, `job.first_job_id` the job that a partner or the customer made; both are
 * null for that first job.
 */

/** SQL condition on a row of `job`: it goes on as another job. Only a carrier ends a job like that. */
export const goesOnSql = `(job.cancelled_by = 'carrier' and exists (
  select from job successor where successor.predecessor_id = job.id))`

/** SQL: when the first job of the chain was made. It is never later than the creation of the row of `job`. */
export const handedOverAtSql = `case when job.first_job_id is null then job.created_at
  else coalesce((select first.created_at from job first where first.id = job.first_job_id), job.created_at) end`

/** SQL: the id of the job as which a row of `job` goes on; null if there is none. */
export const successorIdSql =
  '(select successor.id from job successor where successor.predecessor_id = job.id)'

export async function findSuccessorId(kysely: Kysely<Tables>, jobId: string): Promise<string | null> {
  const row = await kysely
    .selectFrom('job')
    .select('id')
    .where('predecessor_id', '=', jobId)
    .executeTakeFirst()
  return row?.id ?? null
}

/** The successors of these jobs, by the id of the job that goes on. */
export async function readSuccessors(
  kysely: Kysely<Tables>,
  jobIds: readonly string[],
): Promise<Map<string, string>> {
  if (jobIds.length === 0) return new Map()
  const rows = await kysely
    .selectFrom('job')
    .select(['id', 'predecessor_id'])
    .where('predecessor_id', 'in', jobIds)
    .execute()
  return new Map(rows.flatMap(({ id, predecessor_id }) => (predecessor_id ? [[predecessor_id, id]] : [])))
}

type Pair = { jobId: string; laterId: string }

/** Whether `laterId` is a later job of the chain of `jobId`. */
export async function isLaterOf(kysely: Kysely<Tables>, { jobId, laterId }: Pair): Promise<boolean> {
  const row = await kysely
    .selectFrom('job as later')
    .innerJoin('job as earlier', (join) =>
      join.on(sql<boolean>`later.first_job_id = coalesce(earlier.first_job_id, earlier.id)`),
    )
    .select('later.id')
    .where('later.id', '=', laterId)
    .where('earlier.id', '=', jobId)
    .executeTakeFirst()
  return row !== undefined
}
