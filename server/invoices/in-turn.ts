import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'

type Trx = Transaction<Tables>

const lock = sql`hashtextextended('dray: invoices', 0)`

/** Waits until this transaction may issue pages, or delete what they are about. */
export const waitForTurnSql = `select pg_advisory_xact_lock(hashtextextended('dray: invoices', 0))`

/**
 * Whether this transaction may issue pages now: only one node does at a time, so that a later number never has an
 * earlier instant. The turn ends with the transaction.
 */
export async function takesTurn(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ isAlone: boolean }>`
    select pg_try_advisory_xact_lock(${lock}) as "isAlone"`.execute(trx)
  return rows[0]?.isAlone ?? false
}

export const waitForTurn = async (trx: Trx): Promise<void> =>
  void (await sql.raw(waitForTurnSql).execute(trx))

/** Whether pages of real money wait, because a restore has lost which numbers were given (`continue.ts`). */
export const isHeld = async (trx: Trx): Promise<boolean> => (await readHold(trx)) !== null

/** @returns the instant of the restored backup, while pages wait. */
export async function readHold(kysely: Kysely<Tables>): Promise<{ backupOf: Date } | null> {
  const { rows } = await sql<{ backupOf: Date }>`
    select backup_of as "backupOf" from invoice_hold`.execute(kysely)
  return rows[0] ?? null
}
