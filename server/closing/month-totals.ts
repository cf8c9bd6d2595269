import type { Kysely } from 'kysely'
import { byAccount, readMovements } from '../day-sums/movements.ts'
import { inSnapshot } from '../db/in-transaction.ts'
import type { MonthFigures } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { spanOfBooks } from './month.ts'

/** Totals of a month, in cents: the four most requested figures. */
export type MonthTotals = {
  capturedCents: number
  refundedCents: number
  /** Minus what the platform paid for refunds. */
  feesCents: number
  paidOutCents: number
}

/** Totals of these months: closed months as stored, the others from the ledger of live jobs as it is now. */
export const readMonthTotals = (
  kysely: Kysely<Tables>,
  months: string[],
): Promise<Map<string, MonthTotals>> =>
  inSnapshot(kysely, async (trx) => {
    const closed = await trx
      .selectFrom('month_closing')
      .select(['month', 'figures'])
      .where('month', 'in', months.length > 0 ? months : [''])
      .execute()
    const totals = new Map(closed.map(({ month, figures }) => [month, totalsOf(figures)]))
    for (const month of months.filter((each) => !totals.has(each)))
      totals.set(month, totalsOf({ movements: byAccount(await readMovements(trx, spanOfBooks(month))) }))
    return totals
  })

/** Each movement is once on its debit side and once on its credit side. */
function totalsOf({ movements }: Pick<MonthFigures, 'movements'>): MonthTotals {
  const debited = (wanted: string) =>
    movements.reduce((sum, { kind, debit_cents }) => sum + (kind === wanted ? debit_cents : 0), 0)
  const fees = movements.filter(({ account }) => account === 'platform:fees')
  return {
    capturedCents: debited('capture'),
    refundedCents: debited('refund') - debited('refund_failed'),
    feesCents: fees.reduce((sum, { credit_cents, debit_cents }) => sum + credit_cents - debit_cents, 0),
    paidOutCents: debited('transfer'),
  }
}
