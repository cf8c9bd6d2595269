import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Runs `work` in the transaction that `kysely` already is, or in a new one: Kysely itself refuses to nest them. */
export function inTransaction<T>(
  kysely: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return kysely.isTransaction ? work(kysely as Transaction<Tables>) : kysely.transaction().execute(work)
}
