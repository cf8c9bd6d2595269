import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs `work` in the transaction `kysely` if it is one, else in a new one, because Kysely does not support nesting. */
export function inTransaction<T>(
  kysely: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return kysely.isTransaction ? work(kysely as Transaction<Tables>) : kysely.transaction().execute(work)
}

/** Runs `work` in a transaction that only reads, and whose queries all see the same rows. */
export const inSnapshot = <T>(
  kysely: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> =>
  kysely.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
