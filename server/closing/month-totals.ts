import { type Kysely, type RawBuilder, sql } from 'kysely'
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

/**
 * Totals of these months: closed months as stored, the others from the ledger of live jobs. Only the rows of open
 * months are read.
 */
export async function readMonthTotals(
  kysely: Kysely<Tables>,
  months: string[],
): Promise<Map<string, MonthTotals>> {
  const closed = await kysely
    .selectFrom('month_closing')
    .select(['month', 'figures'])
    .where('month', 'in', months.length > 0 ? months : [''])
    .execute()
  const totals = new Map(closed.map(({ month, figures }) => [month, totalsOf(figures)]))
  for (const month of months) if (!totals.has(month)) totals.set(month, await readTotals(kysely, month))
  return totals
}

async function readTotals(kysely: Kysely<Tables>, month: string): Promise<MonthTotals> {
  const { start, end } = spanOfBooks(month)
  const sum = (condition: RawBuilder<unknown>) => sql`(
    select coalesce(sum(amount_cents), 0)::bigint from ledger_transfer
    where ${condition} and mode = 'live' and at >= ${start} and at < ${end})`
  const ofKind = (kind: string) => sum(sql`kind = ${sql.lit(kind)}`)
  const fees = sql.lit('platform:fees')
  // Each sum is read from an index alone.
  const { rows } = await sql<MonthTotals>`
    select ${ofKind('capture')} as "capturedCents", ${ofKind('refund')} - ${ofKind('refund_failed')} as "refundedCents",
      ${sum(sql`credit = ${fees}`)} - ${sum(sql`debit = ${fees}`)} as "feesCents",
      ${ofKind('transfer')} as "paidOutCents"`.execute(kysely)
  const [totals] = rows
  if (!totals) throw new Error('a sum without groups has one row')
  return totals
}

/** Each movement is once on its debit side and once on its credit side. */
function totalsOf({ movements }: MonthFigures): MonthTotals {
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
