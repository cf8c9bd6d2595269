import { type Kysely, sql } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { isAlive } from '../jobs/is-alive.ts'

type Db = Kysely<Tables>

export type CustomerJob = {
  jobId: string
  title: string
  status: JobStatus
  totalCents: number
  createdAt: Date
}

/** What staff see of a customer beside the account: the last 20 jobs, open jobs, devices. */
export async function readAccountRecord(kysely: Db, accountId: string) {
  const [jobs, counts] = await Promise.all([readJobs(kysely, accountId), readCounts(kysely, accountId)])
  return { jobs, ...counts }
}

async function readJobs(kysely: Db, accountId: string): Promise<CustomerJob[]> {
  const { rows } = await sql<CustomerJob>`
    select id as "jobId", title, status, (price->>'totalCents')::integer as "totalCents", created_at as "createdAt"
    from job where customer_id = ${accountId} and ${isAlive} order by created_at desc, id desc limit 20`.execute(
    kysely,
  )
  return rows
}

async function readCounts(kysely: Db, accountId: string) {
  const { rows } = await sql<{ openJobsCount: number; sessions: number }>`
    select
      (select count(*) from job where customer_id = ${accountId} and status in ('posted', 'accepted'))
        as "openJobsCount",
      (select count(*) from session where account_id = ${accountId} and ended_at is null and expires_at > now())
        as sessions`.execute(kysely)
  return rows[0] ?? { openJobsCount: 0, sessions: 0 }
}
