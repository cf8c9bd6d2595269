import type { Kysely } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import { type By, recordAudit } from '../../db/audit.ts'
import type { SmsStatus, Tables } from '../../db/tables.ts'
import { isAlive } from '../is-alive.ts'
import { deleteLockedDraft } from './delete-drafts.ts'

/** `by` is recorded in the audit log, which outlives the draft. */
export type Withdrawal = { jobId: string; by: By }

/** `refused`: the job is no longer a draft, or `isPaying`: its payment holds money or is undecided. */
export type Withdrawn =
  | { outcome: 'withdrawn'; texts: SmsStatus[] }
  | { outcome: 'unknown' }
  | { outcome: 'refused'; status: JobStatus; isPaying: boolean }

/**
 * Deletes an unpaid draft as its expiry would: link, photos and personal data are deleted immediately, the reference is
 * free, and a waiting SMS is not sent. The lock on the job prevents a concurrent payment.
 */
export function withdrawDraft(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, by }: Withdrawal,
): Promise<Withdrawn> {
  return kysely.transaction().execute(async (trx) => {
    const job = await trx
      .selectFrom('job')
      .select('status')
      .where('id', '=', jobId)
      .where(isAlive)
      .forUpdate()
      .executeTakeFirst()
    if (!job) return { outcome: 'unknown' }
    if (job.status !== 'draft') return { outcome: 'refused', status: job.status, isPaying: false }
    const texts = await trx
      .selectFrom('sms')
      .select('status')
      .where('job_id', '=', jobId)
      .where('kind', '=', 'draft')
      .orderBy('created_at')
      .execute()
    if (!(await deleteLockedDraft(trx, jobId)))
      return { outcome: 'refused', status: job.status, isPaying: true }
    await recordAudit(trx, { ...by, act: 'job.withdraw', targets: [{ type: 'job', id: jobId }] })
    return { outcome: 'withdrawn', texts: texts.map(({ status }) => status) }
  })
}
