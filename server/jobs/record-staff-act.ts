import type { Transaction } from 'kysely'
import type { AuditAct } from '#contract/audit-acts.ts'
import { type AuditChanges, type By, recordAudit } from '../db/audit.ts'
import type { Tables } from '../db/tables.ts'
import { unknownJob } from './refusals.ts'
import type { JobRow } from './transition.ts'

export type StaffAct = { jobId: string; by: By & { reason: string } }

/** For the audit log, which outlives the erasure of a person. */
export const withoutReason = (by: By): By => ({ ...by, reason: null })

type Done = {
  /** In the log of the job, before the reason. */
  words: string
  /** In the audit log. */
  act: AuditAct
  /** Or a function that reads them under the lock of the job. */
  changes?: AuditChanges | ((job: JobRow) => Promise<AuditChanges>)
  /** Makes the change, where it may change other jobs too. Returns their ids, for the audit log. */
  change?: (job: JobRow) => Promise<string[]>
}

/**
 * Locks the job and writes what staff do to its log and to the audit log. The reason is only in the log of the job,
 * which the erasure of a person empties.
 *
 * @throws Problem `not_found`.
 */
export async function recordStaffAct(
  trx: Transaction<Tables>,
  { jobId, by }: StaffAct,
  { words, act, changes, change }: Done,
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
      actor_id: by.actor.id ?? null,
      from_status: job.status,
      to_status: job.status,
      reason: `${words}: ${by.reason}`,
    })
    .execute()
  const changed = typeof changes === 'function' ? await changes(job) : changes
  const others = (await change?.(job)) ?? []
  const targets = [jobId, ...others].map((id) => ({ type: 'job' as const, id }))
  await recordAudit(trx, { ...withoutReason(by), act, targets, ...(changed && { changes: changed }) })
  return job
}
