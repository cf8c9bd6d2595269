import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Dispute } from './processor.ts'

/**
 * The kinds of what holds back payouts from this payment: a dispute that is open or lost, a fraud warning; not what staff
 * have let go.
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
