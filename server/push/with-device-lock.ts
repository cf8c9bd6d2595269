import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

/**
 * Runs `work` in a transaction under a lock on the account of this device. Serializes devices of one account that stop
 * receiving at the same time: each sees what the one before has changed.
 */
export const withDeviceLock = (
  kysely: Kysely<Tables>,
  subscriptionId: string,
  work: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> =>
  kysely.transaction().execute(async (trx) => {
    await sql`
      select pg_advisory_xact_lock(hashtextextended('dray devices ' || account_id, 0))
      from push_subscription where id = ${subscriptionId}`.execute(trx)
    await work(trx)
  })
