import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs `work` in the transaction `kysely` if it is one, else in a new one, because Kysely does not support nesting. */
export function inTransaction<T>(
  kysely: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return kysely.isTransaction ? work(kysely as Transaction<Tables>) : kysely.transaction().execute(work)
}
