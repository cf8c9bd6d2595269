import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { lockCustomersJob } from '../find-job.ts'
import { logEvent } from '../log-event.ts'
import { blockMoney, liftBlock } from '../money/blocks.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { wrongState } from '../refusals.ts'
import { confirmRefusal } from '../staff-guards.ts'
import type { JobRow } from '../transition.ts'

type Doubt = {
  earliestAt: Date
  reason: string | null
  /** Timeout of the capture that waits for the customer's confirmation; null when no real money moves. */
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
 * Ends the doubt about a delivery: its capture is queued, unless the money has another block. The caller must hold the
 * job's lock, and logs the event if this returns true.
 *
 * @returns false when the delivery is not in doubt.
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

type Needs = { kysely: Kysely<Tables> }

/**
 * The customer confirms the delivery. Has no effect when repeated, or when the delivery was never in doubt.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409) when it is not delivered.
 */
export async function confirmDelivery(
  { kysely }: Needs,
  { jobId, customerId }: { jobId: string; customerId: string },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCustomersJob(trx, { jobId, customerId })
    if (!job.delivered_at || job.status === 'cancelled') throw wrongState(job)
    if (!(await resolveDoubt(trx, job, 'customer'))) return
    await logEvent(trx, job, { actor: 'customer', actorId: customerId, reason: 'delivery confirmed' })
  })
}

/** Staff confirm the delivery. @throws Problem `not_found`, `wrong_state` when the delivery is not in doubt. */
export async function confirmDeliveryByStaff({ kysely }: Needs, act: StaffAct): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await recordStaffAct(trx, act, { words: 'delivery confirmed', act: 'job.confirm_delivery' })
    const refusal = confirmRefusal(await resolveDoubt(trx, job, 'staff'))
    if (refusal) throw refusal
  })
}
