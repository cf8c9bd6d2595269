import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { contactDays } from '../contact-time.ts'
import type { Side } from './threads.ts'

/*
 * Which talks of a job staff may read, and which people they may answer (decisions 71 and 85). Conditions on a row of
 * `job`; a row `r` is a report of a message.
 */

/** A report of the customer, or of the carrier, is not decided. Both sides can write to the operator. */
const isUndecidedSql = `(job.data_removed_at is null and (
  exists (select from job_problem p where p.job_id = job.id and p.status = 'open')
  or exists (select from trip_report t where t.job_id = job.id and t.status in ('open', 'answered'))))`

/** Of a report: the carrier in whose talk the message is. A node of a version before does not name them. */
export const talkOfReportSql = (report: string) => `coalesce(${report}.about_carrier_id, ${report}.carrier_id,
  (select a.carrier_id from job_message a where a.id = ${report}.about_id))`

/**
 * The operator has not answered the report, or the last message that belongs to it is younger than the contact lasts. A
 * message belongs to the last report before it in its thread.
 */
const isDiscussedSql = `(r.job_id = job.id and r.report_kind is not null and (r.waits
  or job.data_removed_at is null and exists (select from job_message m where m.job_id = r.job_id and m.thread = r.thread
    and m.carrier_id is not distinct from r.carrier_id and m.position >= r.position
    and m.created_at > now() - interval '${contactDays} days'
    and not exists (select from job_message n where n.job_id = r.job_id and n.thread = r.thread
      and n.carrier_id is not distinct from r.carrier_id and n.report_kind is not null
      and n.position > r.position and n.position <= m.position))))`

const isDiscussedWith = (which: string) =>
  `exists (select from job_message r where ${isDiscussedSql} and ${which})`

/** The operator can answer a side, and read a talk. */
export const isReportOpenSql = `(${isUndecidedSql} or ${isDiscussedWith('true')})`

/** The carrier of the job when a row was written: staff move jobs. */
const carrierAtSql = (
  at: string,
) => `coalesce((select e.former_carrier_id from job_event e where e.job_id = job.id
  and e.former_carrier_id is not null and e.at > ${at} order by e.id limit 1), job.carrier_id)`

/** The carriers whose talks with the customer a report is about. */
const openTalksSql = `(
  select ${carrierAtSql('p.created_at')} from job_problem p
    where p.job_id = job.id and p.status = 'open' and job.data_removed_at is null
  union all select t.carrier_id from trip_report t
    where t.job_id = job.id and t.status in ('open', 'answered') and job.data_removed_at is null
  union all select ${talkOfReportSql('r')} from job_message r where ${isDiscussedSql})`

/** Staff may read what this carrier and the customer wrote to each other. */
export const isTalkOpenSql = (carrierId: string) => `${carrierId} in ${openTalksSql}`

/** Staff may answer the customer, or a carrier of the job. */
export const isAnswerableSql = (thread: string, carrierId: string) => `case ${thread}
  when 'customer' then ${isReportOpenSql}
  when 'carrier' then ${isUndecidedSql} and ${carrierId} = job.carrier_id or ${isTalkOpenSql(carrierId)} end`

/** Staff have written to a side since the report `r`. */
const isAskedSql = (side: Side) => `exists (select from job_message s where s.job_id = r.job_id
  and s.thread = '${side}' and s.sender = 'staff' and s.created_at > r.created_at
  and (s.carrier_id is null or s.carrier_id = job.carrier_id))`

/**
 * A side can write to the operator. About a message that the other side reported only after the operator has written to
 * them, because nothing else tells them of the report. A carrier only about their own talk.
 */
const isOperatorOpenSql = (side: Side) =>
  `(job.data_removed_at is null and (${isUndecidedSql} or ${isDiscussedWith(
    `(r.thread = '${side}' or ${isAskedSql(side)})
    ${side === 'carrier' ? `and ${talkOfReportSql('r')} = job.carrier_id` : ''}`,
  )}))`

/** Whether staff can answer a side of the job. */
export const isReportOpen = (kysely: Kysely<Tables>, jobId: string): Promise<boolean> =>
  isTrueOf(kysely, jobId, sql.raw(isReportOpenSql))

/** Whether a side can write to the operator. */
export const isOperatorOpen = (kysely: Kysely<Tables>, jobId: string, side: Side): Promise<boolean> =>
  isTrueOf(kysely, jobId, sql.raw(isOperatorOpenSql(side)))

/** @param carrierId of the thread `carrier`. */
export const isAnswerable = (
  kysely: Kysely<Tables>,
  jobId: string,
  { to, carrierId }: { to: Side; carrierId: string | null },
): Promise<boolean> =>
  isTrueOf(
    kysely,
    jobId,
    sql`(select ${sql.raw(isAnswerableSql('of.thread', 'of.carrier_id'))}
      from (select ${to}::text as thread, ${carrierId}::uuid as carrier_id) as of)`,
  )

async function isTrueOf(
  kysely: Kysely<Tables>,
  jobId: string,
  condition: ReturnType<typeof sql>,
): Promise<boolean> {
  const row = await kysely
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .where(sql<boolean>`${condition}`)
    .executeTakeFirst()
  return row !== undefined
}
