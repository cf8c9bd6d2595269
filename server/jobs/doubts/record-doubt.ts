import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { blockMoney } from '../money/blocks.ts'
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
