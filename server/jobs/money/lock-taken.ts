import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Payment, paymentColumns } from '../../payments/store.ts'

/**
 * The payment of a job that was captured, held against others until the transaction ends, and what is left of it: less what
 * was refunded and what is being refunded. The caller holds the job.
 */
export async function lockTaken(
  trx: Transaction<Tables>,
  jobId: string,
): Promise<{ payment: Payment; leftCents: number } | null> {
  const payment = await trx
    .selectFrom('payment')
    .select(paymentColumns)
    .where('job_id', '=', jobId)
    .where('status', '=', 'captured')
    // Of two, where one was given back and the job was paid again, the one that has something left.
    .orderBy(sql`captured_cents - refunded_cents`, 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!payment) return null
  const { onItsWay } = await trx
    .selectFrom('payment_effect')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('onItsWay'))
    .where('payment_id', '=', payment.id)
    .where('kind', '=', 'refund')
    .where('status', 'in', ['due', 'running'])
    .executeTakeFirstOrThrow()
  return { payment, leftCents: payment.capturedCents - payment.refundedCents - onItsWay }
}
