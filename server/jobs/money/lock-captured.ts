import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Payment, paymentColumns, refundableCents } from '../../payments/payment.ts'

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
  // In a later statement, which sees the refunds that were queued while this one waited for the lock.
  const { leftCents } = await trx
    .selectFrom('payment')
    .select(refundableCents('payment').as('leftCents'))
    .where('id', '=', payment.id)
    .executeTakeFirstOrThrow()
  return { payment, leftCents }
}
