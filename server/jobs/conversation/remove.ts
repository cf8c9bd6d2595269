import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { contactDays } from '../contact-time.ts'

/**
 * Deletes messages, and detaches their photos first: the collector deletes each file before its row. The
 * trigger `job_message_kept` keeps a report that waits for an answer (decision 85).
 *
 * @param which a condition on a row of `job_message`.
 */
async function removeMessages(db: Kysely<Tables>, which: RawBuilder<unknown>): Promise<void> {
  await sql`
    update photo set job_id = null, account_id = null, position = abs(position)
    where message_id in (select id from job_message where ${which})`.execute(db)
  await sql`delete from job_message where ${which}`.execute(db)
}

/** With the data of the jobs. */
export async function removeMessagesOfJobs(db: Kysely<Tables>, jobIds: readonly string[]): Promise<void> {
  const isOfJobs = sql`job_id = any(${jobIds}::uuid[])`
  await removeMessages(db, isOfJobs)
  await sql`delete from message_reader where ${isOfJobs}`.execute(db)
}

/** Of a carrier on other people's jobs: the whole talk, because both sides may name the other. */
export async function removeMessagesOfCarrier(db: Kysely<Tables>, carrierId: string): Promise<void> {
  await removeMessages(db, sql`carrier_id = ${carrierId}`)
  await sql`delete from message_reader where account_id = ${carrierId}`.execute(db)
}

/**
 * What staff answered after the data of the job was removed, with the report: both end as long after it as other
 * messages can be read. @returns the number of jobs.
 */
export async function removeLateAnswers(db: Kysely<Tables>, batch: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    select distinct r.job_id as id from job_message r join job on job.id = r.job_id
    where r.report_kind is not null and job.data_removed_at is not null and not exists (
      select from job_message m where m.job_id = r.job_id and (m.waits and m.report_kind is not null
        or m.created_at > now() - make_interval(days => ${contactDays})))
    limit ${batch}`.execute(db)
  await removeMessagesOfJobs(
    db,
    rows.map(({ id }) => id),
  )
  return rows.length
}
