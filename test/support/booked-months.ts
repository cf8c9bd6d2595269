import { newId } from '../../server/lib/ids.ts'
import type { TestDatabase } from './database.ts'

/** The month that many months ago, as `2026-03`. */
export function monthAgo(months: number): string {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7)
}

export type Movement = {
  month: string
  kind?: string
  debit: string
  credit: string
  cents: number
  mode?: string
}

/** A row of the ledger on the first day of a month. */
export const bookMovement = (
  { pool }: Pick<TestDatabase, 'pool'>,
  { month, kind = 'correction', debit, credit, cents, mode = 'live' }: Movement,
) =>
  pool.query(
    `insert into ledger_transfer (id, at, kind, debit, credit, amount_cents, mode) values ($1, $2, $3, $4, $5, $6, $7)`,
    [newId(), `${month}-01T12:00:00Z`, kind, debit, credit, cents, mode],
  )
