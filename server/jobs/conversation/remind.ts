import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { contactDays } from '../contact-time.ts'
import { allJobs, type Scope } from '../scope.ts'

/** Limit of reminders for one person and job, so that their SMS leave room for other notices. */
const maxReminders = 3

const batch = 200

/**
 * Reminds people of messages that they have not read for some minutes: once until they read (decision 71). The mark and
 * the notice are one statement, so neither a crash nor a second node repeats it. A talk that has ended is skipped, and
 * so is a message from before an outage of a day.
 */
export async function remindOfMessages(
  { kysely }: { kysely: Kysely<Tables> },
  signal: AbortSignal,
  scope: Scope = allJobs,
): Promise<void> {
  while (!signal.aborted && (await remind(kysely, scope)) === batch);
}

/** Whether a reminder about one of these jobs is due now. */
export const hasUnread = (scope: Scope) =>
  sql<boolean>`exists (select from message_reader r join job on job.id = r.job_id where ${isDue} and ${scope})`

const isDue = sql.raw('r.remind_at <= now() and r.reminded_at is null')

async function remind(kysely: Kysely<Tables>, scope: Scope): Promise<number> {
  const { rows } = await sql`
    with due as (
      select r.job_id, r.account_id, r.remind_at from message_reader r join job on job.id = r.job_id
      where ${isDue} and ${scope} order by r.remind_at limit ${batch} for update of r skip locked
    ), reminded as (
      update message_reader r set reminded_at = now() from due
      where r.job_id = due.job_id and r.account_id = due.account_id
    ), notices as (
      insert into notice (account_id, kind, job_id)
      select due.account_id, 'messages_unread', due.job_id from due join job on job.id = due.job_id
      where due.remind_at > now() - interval '1 day' and due.account_id in (job.customer_id, job.carrier_id)
        and job.cancelled_by is distinct from 'carrier' and job.data_removed_at is null
        and coalesce(job.completed_at, job.cancelled_at, now()) > now() - make_interval(days => ${contactDays})
        and (select count(*) from notice n where n.account_id = due.account_id and n.job_id = due.job_id
          and n.kind = 'messages_unread') < ${maxReminders}
    )
    select 1 from due`.execute(kysely)
  return rows.length
}
