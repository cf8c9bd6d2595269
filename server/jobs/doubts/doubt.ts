import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
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
