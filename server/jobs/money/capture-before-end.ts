import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { forEachSettled } from '../../lib/for-each-settled.ts'
import { allJobs, type Scope } from '../scope.ts'
import { isBlocked } from './blocks.ts'
import { captureOwed, hasLastingHold } from './capture-or-release.ts'

/**
 * Captures delivered jobs whose block lasts longer than their hold: the customer's money stays available for a refund,
 * and the carrier's transfer still waits for the block. If the bank ended the hold early, a new hold is requested once.
 */
export async function captureBeforeEnd(
  { kysely }: { kysely: Kysely<Tables> },
  signal: AbortSignal,
  scope: Scope = allJobs,
): Promise<void> {
  const rows = await kysely.selectFrom('job').select('id').where(isEnding).where(scope).limit(batch).execute()
  await forEachSettled(rows, signal, ({ id }) => capture(kysely, id))
}

/** Whether the hold of one of these jobs ends too soon. */
export const hasEndingHolds = (scope: Scope) =>
  sql<boolean>`exists (select from job where ${isEnding} and ${scope})`

const batch = 100

const isEnding = sql<boolean>`job.status = 'accepted' and job.delivered_at is not null and ${isBlocked} and not ${hasLastingHold}
  and not exists (select from payment p where p.job_id = job.id
    and p.status in ('authorizing', 'action_required', 'capturing', 'captured'))
  and (exists (select from payment p where p.job_id = job.id and p.status = 'held')
    or not exists (select from payment p where p.job_id = job.id and p.created_at >= job.delivered_at))`

const capture = (kysely: Kysely<Tables>, jobId: string) =>
  kysely.transaction().execute(async (trx) => {
    await trx.selectFrom('job').select('id').where('id', '=', jobId).forNoKeyUpdate().execute()
    // Checked again under the lock, when the job can no longer change.
    const job = await trx
      .selectFrom('job')
      .selectAll()
      .where('id', '=', jobId)
      .where(isEnding)
      .executeTakeFirst()
    if (job) await captureOwed(trx, job)
  })
