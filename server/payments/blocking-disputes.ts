import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Dispute } from './processor.ts'

/**
 * Whether a row of `dispute` blocks money: an open or lost dispute, or a fraud warning, unless staff have released it.
 */
export const isBlockingDispute = sql<boolean>`dispute.released_at is null
  and (dispute.kind = 'fraud_warning' or dispute.closed_at is null or dispute.status = 'lost')`

/**
 * The kinds of disputes that block payouts of this payment.
 */
export async function blockingDisputes(
  trx: Transaction<Tables>,
  paymentId: string,
): Promise<Dispute['kind'][]> {
  const { rows } = await sql<{ kind: Dispute['kind'] }>`
    select distinct kind from dispute where payment_id = ${paymentId} and ${isBlockingDispute}`.execute(trx)
  return rows.map(({ kind }) => kind)
}
