import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Dispute } from './processor.ts'

/**
 * The kinds of disputes that block payouts of this payment: an open or lost dispute, or a fraud warning. Leaves out
 * those that staff have released.
 */
export async function blockingDisputes(
  trx: Transaction<Tables>,
  paymentId: string,
): Promise<Dispute['kind'][]> {
  const { rows } = await sql<{ kind: Dispute['kind'] }>`
    select distinct kind from dispute where payment_id = ${paymentId} and released_at is null
      and (kind = 'fraud_warning' or closed_at is null or status = 'lost')`.execute(trx)
  return rows.map(({ kind }) => kind)
}
