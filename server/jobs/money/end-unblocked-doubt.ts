import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'

/** Ends a doubt that blocks no money, as with play money, once its job is paid: nothing is left to confirm. */
export async function endUnblockedDoubt(trx: Transaction<Tables>, jobId: string): Promise<void> {
  await trx
    .updateTable('delivery_doubt')
    .set({ resolved_by: 'system', resolved_at: sql<Date>`now()` })
    .where('job_id', '=', jobId)
    .where('resolved_at', 'is', null)
    .where(sql<boolean>`not exists (
      select from money_block b
      where b.job_id = delivery_doubt.job_id and b.cause = 'early_delivery' and b.lifted_at is null)`)
    .execute()
}
