import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { JobRow } from '../transition.ts'
import { isOperatorOpen } from './reports.ts'
import { type JobAt, mayReadTogether, mayWriteTogether, type Side } from './threads.ts'

export type ThreadState = { isOpen: boolean; unread: number; count: number }
export type Threads = { together: ThreadState; operator: ThreadState }

/** Both threads of a side, for the page of the job. */
export async function readThreads(kysely: Kysely<Tables>, job: JobAt, side: Side): Promise<Threads> {
  const [counts = none] = await countMessages(kysely, [job.id], side)
  return {
    together: mayReadTogether(job, side)
      ? { isOpen: mayWriteTogether(job), unread: counts.unread, count: counts.count }
      : { isOpen: false, unread: 0, count: 0 },
    operator: {
      isOpen: await isOperatorOpen(kysely, job.id, side),
      unread: counts.unreadByOperator,
      count: counts.countWithOperator,
    },
  }
}

/** How many messages of each job a side has not read, for the list. */
export async function readUnread(
  kysely: Kysely<Tables>,
  jobs: readonly JobRow[],
  side: Side,
): Promise<Map<string, number>> {
  const now = new Date()
  const isReadable = new Map(jobs.map((job) => [job.id, mayReadTogether({ ...job, now }, side)]))
  const rows = await countMessages(kysely, [...isReadable.keys()], side)
  return new Map(
    rows.map(({ jobId, unread, unreadByOperator }) => [
      jobId,
      unreadByOperator + (isReadable.get(jobId) ? unread : 0),
    ]),
  )
}

type Counts = {
  jobId: string
  count: number
  unread: number
  countWithOperator: number
  unreadByOperator: number
}

const none: Omit<Counts, 'jobId'> = { count: 0, unread: 0, countWithOperator: 0, unreadByOperator: 0 }

/** Counts those that the present carrier shares, and of the side's thread with the operator. */
async function countMessages(kysely: Kysely<Tables>, jobIds: readonly string[], side: Side) {
  if (jobIds.length === 0) return []
  const reader = sql.ref(side === 'customer' ? 'job.customer_id' : 'job.carrier_id')
  const isNew = (column: 'together_position' | 'operator_position') =>
    sql`m.sender <> ${side} and m.position > coalesce(r.${sql.raw(column)}, 0)`
  const { rows } = await sql<Counts>`
    select job.id as "jobId",
      count(*) filter (where m.thread = 'together')::integer as count,
      count(*) filter (where m.thread = 'together' and ${isNew('together_position')})::integer as unread,
      count(*) filter (where m.thread = ${side})::integer as "countWithOperator",
      count(*) filter (where m.thread = ${side} and ${isNew('operator_position')})::integer as "unreadByOperator"
    from job join job_message m on m.job_id = job.id
    left join message_reader r on r.job_id = job.id and r.account_id = ${reader}
    where job.id = any(${jobIds}::uuid[]) and (m.carrier_id is null or m.carrier_id = job.carrier_id)
    group by job.id`.execute(kysely)
  return rows
}
