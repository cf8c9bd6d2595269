import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import { type Payment, paymentColumns, refundableCents } from '../../payments/payment.ts'
import { recordStaffAct, type StaffAct } from '../record-staff-act.ts'
import { refundRefusal } from '../staff-guards.ts'

type Refund = { paymentId: string; amountCents: number; leftCents: number }

/**
 * Staff refund captured money, at most the amount left; the platform covers the carrier's share.
 *
 * @throws Problem `wrong_state` when no amount was captured, or less is left; `not_found`.
 */
export function refundJob(
  { kysely }: { kysely: Kysely<Tables> },
  { amountCents, ...act }: StaffAct & { amountCents: number },
): Promise<Refund> {
  return kysely.transaction().execute(async (trx) => {
    await recordStaffAct(trx, act, {
      words: `refund of ${amountCents} cents`,
      act: 'job.refund',
      changes: { amount_cents: { from: null, to: amountCents } },
    })
    const taken = await lockCaptured(trx, act.jobId)
    const refusal = refundRefusal(taken?.leftCents ?? null, amountCents)
    if (refusal || !taken) throw refusal
    const leftCents = taken.leftCents - amountCents
    const paymentId = taken.payment.id
    await queueEffect(trx, { paymentId, kind: 'refund', amountCents })
    return { paymentId, amountCents, leftCents }
  })
}

/**
 * Locks the captured payment of a job until the transaction ends; `leftCents` is the captured amount minus the
 * refunds done and in progress. The caller must hold the job's lock.
 */
export async function lockCaptured(
  trx: Transaction<Tables>,
  jobId: string,
): Promise<{ payment: Payment; leftCents: number } | null> {
  const payment = await trx
    .selectFrom('payment')
    .select(paymentColumns)
    .where('job_id', '=', jobId)
    .where('status', '=', 'captured')
    // If the job was refunded and paid again, select the payment that is not fully refunded.
    .orderBy(sql`captured_cents - refunded_cents`, 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!payment) return null
  // In a later statement, which sees the refunds queued while this transaction waited for the lock.
  const { leftCents } = await trx
    .selectFrom('payment')
    .select(refundableCents('payment').as('leftCents'))
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
  return { payment, leftCents }
}
