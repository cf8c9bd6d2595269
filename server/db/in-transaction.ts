import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Runs `work` in the current transaction if `kysely` is one, else in a new transaction. Kysely does not support
 * nesting.
 */
export function inTransaction<T>(
  kysely: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return kysely.isTransaction ? work(kysely as Transaction<Tables>) : kysely.transaction().execute(work)
}
