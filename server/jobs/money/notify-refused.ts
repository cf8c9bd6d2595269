import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { JobRow } from '../transition.ts'

/** Tells the customer that the amount owed could not be charged. */
export async function notifyRefused(
  trx: Transaction<Tables>,
  { id, customer_id }: Pick<JobRow, 'id' | 'customer_id'>,
): Promise<void> {
  if (!customer_id) return
  await trx
    .insertInto('notice')
    .values({ account_id: customer_id, kind: 'payment_refused', job_id: id })
    .execute()
}
