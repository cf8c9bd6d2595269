import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { JobRow } from './transition.ts'

type Trx = Transaction<Tables>
type Accepted = Pick<JobRow, 'id' | 'accepted_at'>

/** On `job_problem`: an undecided report of the customer that the present carrier has not collected. */
const isOpen = ({ id, accepted_at }: Accepted) => sql<boolean>`job_id = ${id} and kind = 'not_collected'
  and status = 'open' and created_at >= ${accepted_at}::timestamptz`

export async function isReportedUncollected(trx: Trx, job: Accepted): Promise<boolean> {
  const { rows } = await sql`select from job_problem where ${isOpen(job)} limit 1`.execute(trx)
  return rows.length > 0
}

/**
 * Both sides have agreed on a time since the report, so it is answered: the customer cannot cancel for free because of
 * it, and it blocks the money no longer. Nothing is captured: the job is not collected. The caller must hold the job's
 * lock.
 */
export async function answerByAgreement(trx: Trx, job: Accepted): Promise<void> {
  const { numAffectedRows } =
    await sql`update job_problem set status = 'agreed', resolved_at = now() where ${isOpen(job)}`.execute(trx)
  if (numAffectedRows === 0n) return
  await sql`
    update money_block set lifted_at = now() where job_id = ${job.id} and cause = 'problem' and lifted_at is null
      and not exists (select from job_problem p where p.job_id = ${job.id} and p.status in ('open', 'upheld'))`.execute(
    trx,
  )
}
