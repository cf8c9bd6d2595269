import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { forEachSettled } from '../../lib/for-each-settled.ts'
import { allJobs, type Scope } from '../scope.ts'
import { transition } from '../transition.ts'
import { onCancelled } from './capture-or-release.ts'

/**
 * Cancels jobs that have been hidden for 24 hours because their total is no longer held (DESIGN 3, Life), and releases
 * any hold. Skips a job while its customer is paying: the payment is decided first.
 */
export async function endHiddenJobs(
  { kysely }: { kysely: Kysely<Tables> },
  signal: AbortSignal,
  scope: Scope = allJobs,
): Promise<void> {
  const rows = await kysely
    .selectFrom('job')
    .select('id')
    .where(isPostedAndOver)
    .where(scope)
    .limit(batch)
    .execute()
  await forEachSettled(rows, signal, ({ id }) => end(kysely, id))
}

/** Whether one of these jobs is to be cancelled now. */
export const hasHiddenJobs = (scope: Scope) =>
  sql<boolean>`exists (select from job where ${isPostedAndOver} and ${scope})`

const batch = 100

const isOver = sql<boolean>`job.hidden_at <= now() - interval '24 hours' and not exists (
  select 1 from payment p where p.job_id = job.id and p.status in ('authorizing', 'action_required'))`

const isPostedAndOver = sql<boolean>`job.status = 'posted' and ${isOver}`

const end = (kysely: Kysely<Tables>, jobId: string) =>
  kysely.transaction().execute(async (trx) => {
    // Locked first, in the same order as a payment by the customer.
    await trx.selectFrom('job').select('id').where('id', '=', jobId).forNoKeyUpdate().execute()
    const job = await transition(trx, 'withdraw', {
      jobId,
      actor: 'system',
      actorId: null,
      where: isOver,
      set: { cancellation_fee_cents: 0 },
      reason: 'its total could not be held for 24 hours',
    })
    if (job) await onCancelled(trx, job, { feeCents: 0 })
  })
