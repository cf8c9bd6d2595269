import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { forEachSettled } from '../../lib/for-each-settled.ts'
import { allJobs, type Scope } from '../job-conditions.ts'
import { blockMoney, liftBlock } from '../money/blocks.ts'
import type { JobRow } from '../transition.ts'

type Doubt = {
  earliestAt: Date
  reason: string | null
  /** How long the capture waits for the customer's confirmation; null when no real money moves. */
  forHours: number | null
}

/**
 * Marks a delivery as too early for its trip, in the transaction that records it. With real money also blocks the
 * capture and asks the customer to confirm.
 */
export async function recordDoubt(
  trx: Transaction<Tables>,
  { id: jobId, customer_id }: JobRow,
  { earliestAt, reason, forHours }: Doubt,
): Promise<void> {
  await trx.insertInto('delivery_doubt').values({ job_id: jobId, earliest_at: earliestAt, reason }).execute()
  if (forHours === null) return
  await blockMoney(trx, { jobId, cause: 'early_delivery', forHours })
  if (!customer_id) return
  const notice = { account_id: customer_id, kind: 'delivery_to_confirm' as const, job_id: jobId }
  await trx.insertInto('notice').values(notice).execute()
}

/**
 * Ends the doubt about a delivery: its capture is queued, unless something else blocks the money. The caller must
 * hold the job's lock, and logs the event when this returns true.
 *
 * @returns false when nothing is in doubt.
 */
export async function resolveDoubt(
  trx: Transaction<Tables>,
  job: JobRow,
  by: 'customer' | 'staff' | 'system',
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('delivery_doubt')
    .set({ resolved_by: by, resolved_at: sql<Date>`now()` })
    .where('job_id', '=', job.id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await liftBlock(trx, { job, cause: 'early_delivery' })
  return true
}

/**
 * Ends doubts whose term is over without an objection: the capture is queued, unless something else, such as a
 * reported problem, blocks the money.
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

type Event = { actor: Tables['job_event']['actor']; actorId: string | null; reason: string }

/** Logs an event that does not change the job's status; live streams are notified of it. */
export async function logEvent(
  trx: Transaction<Tables>,
  { id, status }: Pick<JobRow, 'id' | 'status'>,
  { actor, actorId, reason }: Event,
): Promise<void> {
  await trx
    .insertInto('job_event')
    .values({ job_id: id, actor, actor_id: actorId, from_status: status, to_status: status, reason })
    .execute()
}
