import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isTripOpenSql, isUncollectedSql } from '../collection.ts'
import { allJobs, type Scope } from '../scope.ts'
import type { WindowRow } from './read-time.ts'

const leads = { day: 24 * 3_600_000, hour: 3_600_000 } as const

/**
 * Writes the reminders of an agreed window, and deletes those of the window before. A reminder whose instant is over is
 * not written. In the transaction of the agreement.
 */
export async function queueReminders(trx: Transaction<Tables>, window: WindowRow, now: Date): Promise<void> {
  await trx.deleteFrom('window_reminder').where('job_id', '=', window.job_id).execute()
  const rows = (['day', 'hour'] as const).flatMap((lead) => {
    const dueAt = new Date(window.starts_at.getTime() - leads[lead])
    return dueAt > now ? [{ window_id: window.id, job_id: window.job_id, lead, due_at: dueAt }] : []
  })
  if (rows.length > 0) await trx.insertInto('window_reminder').values(rows).execute()
}

/**
 * Reminds both sides of the agreed window. The reminder is deleted in the statement that writes the notices, so
 * neither a crash nor a second node repeats it. A job that was collected or has ended, one whose carrier has reported
 * that it cannot collect, and a window that has begun are skipped.
 */
export async function remindOfWindows(
  { kysely }: { kysely: Kysely<Tables> },
  signal: AbortSignal,
  scope: Scope = allJobs,
): Promise<void> {
  while (!signal.aborted && (await remind(kysely, scope)) === batch);
}

/** Whether a reminder of one of these jobs is due now. */
export const hasReminders = (scope: Scope) =>
  sql<boolean>`exists (select from window_reminder r join job on job.id = r.job_id where r.due_at <= now() and ${scope})`

const batch = 200

/** Locks the job first, as every act on its time does: a job that is being changed is left to the next run. */
async function remind(kysely: Kysely<Tables>, scope: Scope): Promise<number> {
  const { rows } = await sql`
    with picked as (
      select r.window_id, r.lead from window_reminder r join job on job.id = r.job_id
      where r.due_at <= now() and ${scope} order by r.due_at limit ${batch} for no key update of job skip locked
    ), due as (
      delete from window_reminder r using picked where r.window_id = picked.window_id and r.lead = picked.lead
      returning r.job_id, r.lead
    ), told as (
      select job.id, job.customer_id, job.carrier_id, case due.lead when 'day' then 'time_in_a_day' else 'time_in_an_hour' end as kind
      from due join job on job.id = due.job_id
      where ${sql.raw(`${isUncollectedSql} and not ${isTripOpenSql}`)} and job.window_starts_at > now()
    ), notices as (
      insert into notice (account_id, kind, job_id)
      select person, told.kind, told.id from told cross join lateral (values (told.customer_id), (told.carrier_id)) as people (person)
      where person is not null
    )
    select 1 from due`.execute(kysely)
  return rows.length
}
