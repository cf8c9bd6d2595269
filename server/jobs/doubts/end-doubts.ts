import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { forEachSettled } from '../../lib/for-each-settled.ts'
import { logEvent } from '../log-event.ts'
import { allJobs, type Scope } from '../scope.ts'
import { resolveDoubt } from './doubt.ts'

/**
 * Ends doubts after their timeout without an objection: the capture is queued, unless another block, such as a reported
 * problem, holds the money.
 */
export async function endDoubts(
  { kysely }: { kysely: Kysely<Tables> },
  signal: AbortSignal,
  scope: Scope = allJobs,
): Promise<void> {
  const rows = await kysely.selectFrom('job').select('id').where(isOver).where(scope).limit(batch).execute()
  await forEachSettled(rows, signal, ({ id }) => end(kysely, id))
}

/** Whether a doubt about one of these jobs ends now. */
export const hasDoubts = (scope: Scope) => sql<boolean>`exists (select from job where ${isOver} and ${scope})`

const batch = 100

const isOver = sql<boolean>`job.status <> 'cancelled' and job.id in (
  select d.job_id from delivery_doubt d join money_block b on b.job_id = d.job_id and b.cause = 'early_delivery'
  where d.resolved_at is null and b.lifted_at is null and b.until <= now())`

const end = (kysely: Kysely<Tables>, jobId: string) =>
  kysely.transaction().execute(async (trx) => {
    const job = await trx
      .selectFrom('job')
      .selectAll()
      .where('id', '=', jobId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!job || !(await resolveDoubt(trx, job, 'system'))) return
    const reason = 'no objection to the delivery within its term'
    await logEvent(trx, job, { actor: 'system', actorId: null, reason })
  })
