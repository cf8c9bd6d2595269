import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { collectBySql, isTripReportedSql, isUncollectedSql, remindAtSql } from '../collection.ts'
import { allJobs, type Scope } from '../scope.ts'

type Needs = { kysely: Kysely<Tables> }

const batch = 200

/**
 * Reminds each carrier once that the deadline for the collection is near, unless a window is agreed, which has
 * reminders, and tells each customer once that it has passed (decision 49). The notice and its mark are one statement,
 * so neither a crash nor a second node repeats it.
 */
export async function tellOfDeadline({ kysely }: Needs, signal: AbortSignal, scope: Scope = allJobs) {
  await tellEach(signal, () => remindCarriers(kysely, scope))
  await tellEach(signal, () => tellCustomers(kysely, scope))
}

/** Whether a notice about the deadline of one of these jobs is due now. */
export const hasDeadlines = (scope: Scope) =>
  sql<boolean>`exists (select from job where (${isNear} or ${isOver}) and ${scope})`

const isNear = sql<boolean>`${sql.raw(`${isUncollectedSql} and job.collect_due_told_at is null and job.window_ends_at is null
  and ${remindAtSql} <= now() and ${collectBySql} > now() and not ${isTripReportedSql}`)}`

const isOver = sql<boolean>`${sql.raw(`${isUncollectedSql} and job.collect_overdue_told_at is null
  and ${collectBySql} <= now() and not ${isTripReportedSql}`)}`

async function tellEach(signal: AbortSignal, tell: () => Promise<number>): Promise<void> {
  while (!signal.aborted && (await tell()) === batch);
}

async function remindCarriers(kysely: Kysely<Tables>, scope: Scope): Promise<number> {
  const { rows } = await sql`
    with told as (
      update job set collect_due_told_at = now() where id = any(array(
        select id from job where ${isNear} and ${scope} order by id limit ${batch} for update skip locked))
      returning id, carrier_id
    ), notices as (
      insert into notice (account_id, kind, job_id)
      select carrier_id, 'collection_due', id from told where carrier_id is not null
    )
    select id from told`.execute(kysely)
  return rows.length
}

async function tellCustomers(kysely: Kysely<Tables>, scope: Scope): Promise<number> {
  const { rows } = await sql`
    with told as (
      update job set collect_overdue_told_at = now() where id = any(array(
        select id from job where ${isOver} and ${scope} order by id limit ${batch} for update skip locked))
      returning id, customer_id
    ), notices as (
      insert into notice (account_id, kind, job_id)
      select customer_id, 'collection_overdue', id from told where customer_id is not null
    )
    select id from told`.execute(kysely)
  return rows.length
}
