import type { Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { JobRow } from './transition.ts'
import { unknownJob } from './wrong-state.ts'

/** `staffId` is null when the command line is used, which has no accounts. */
export type StaffAct = { jobId: string; staffId: string | null; reason: string }

/** Locks the job and logs what staff do with its money. @throws Problem `not_found`. */
export async function recordStaffAct(
  trx: Transaction<Tables>,
  { jobId, staffId, reason }: StaffAct,
  what: string,
): Promise<JobRow> {
  const job = await trx
    .selectFrom('job')
    .selectAll()
    .where('id', '=', jobId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!job) throw unknownJob
  await trx
    .insertInto('job_event')
    .values({
      job_id: jobId,
      actor: 'staff',
      actor_id: staffId,
      from_status: job.status,
      to_status: job.status,
      reason: `${what}: ${reason}`,
    })
    .execute()
  return job
}
