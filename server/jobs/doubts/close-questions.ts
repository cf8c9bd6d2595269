import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { liftBlock } from '../money/blocks.ts'
import type { JobRow } from '../transition.ts'
import { resolveDoubt } from './resolve-doubt.ts'

/**
 * Closes the open questions of a job that was cancelled without a fee, because no money is left that could wait. Ends
 * its doubt, and lifts the report's block unless a report is still open; open reports stay for staff. A block that
 * stayed would keep the job's personal data forever and prevent the erasure of its people. The caller must hold the
 * job's lock.
 */
export async function closeQuestions(trx: Transaction<Tables>, job: JobRow): Promise<void> {
  if (job.status !== 'cancelled' || job.cancellation_fee_cents) return
  await resolveDoubt(trx, job, 'staff')
  if (!(await hasOpenReport(trx, job.id))) await liftBlock(trx, { job, cause: 'problem' })
}

async function hasOpenReport(trx: Transaction<Tables>, jobId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('job_problem')
    .select('id')
    .where('job_id', '=', jobId)
    .where('status', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
