import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { liftBlock } from '../money/blocks.ts'
import type { JobRow } from '../move.ts'
import { resolveDoubt } from './resolve-doubt.ts'

/**
 * A job that was cancelled without a fee has no money left that could wait, so its doubt ends, and its block where all
 * reports are decided. A block that stayed would keep the personal data of the job for ever and its people from being
 * erased. An open report goes on waiting for staff. The caller holds the job.
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
