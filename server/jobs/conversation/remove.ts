import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/**
 * Deletes messages, and detaches their photos first: the collector deletes each file before its row.
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
