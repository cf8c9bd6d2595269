import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isBlockingDispute } from '../blocking-disputes.ts'
import { refundableCents } from '../payment.ts'

type TopUpChoice = { accountId: string; processor: string; amountCents: number; paidAt: Date }

/**
 * Chooses the top-up whose charge funds the transfer for a job that was paid from the wallet: the oldest top-up of this
 * account that still covers the whole amount. Locks all top-ups first and reads the rest of each in a later statement,
 * so a transaction that waited for the lock sees what the other has used, and two transfers cannot use up the same
 * charge. A top-up that was disputed before the customer paid (`paidAt`) is excluded: its money was frozen then, so it
 * did not pay for this job.
 *
 * @returns null when no top-up covers it: the transfer then waits for the available balance.
 */
export async function chooseTopUp(
  trx: Transaction<Tables>,
  { accountId, processor, amountCents, paidAt }: TopUpChoice,
): Promise<string | null> {
  await sql`
    select from payment
    where purpose = 'top_up' and account_id = ${accountId} and processor = ${processor} and status = 'captured'
    order by id for update`.execute(trx)
  const { rows } = await sql<{ id: string }>`
    select id from payment
    where purpose = 'top_up' and account_id = ${accountId} and processor = ${processor} and status = 'captured'
      and ${refundableCents('payment')} - (
        select coalesce(sum(amount_cents), 0) from payment_effect e
        where e.source_payment_id = payment.id and e.kind = 'transfer') >= ${amountCents}
      and not exists (
        select from dispute where payment_id = payment.id and opened_at < ${paidAt} and ${isBlockingDispute})
    order by created_at, id limit 1`.execute(trx)
  return rows[0]?.id ?? null
}
