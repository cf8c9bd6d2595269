import { type Kysely, sql } from 'kysely'
import type { MonthFigures } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { spanOfBooks } from './month.ts'

/** What a month came to, in cents: the four figures that are asked for most. */
export type MonthTotals = {
  capturedCents: number
  refundedCents: number
  /** Less what the platform paid for refunds. */
  feesCents: number
  paidOutCents: number
}

/**
 * What these months came to: closed ones as they were then, the others from the ledger of live jobs. Only the rows of
 * months that are not closed are read.
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
  const { rows } = await sql<MonthTotals>`
    select coalesce(sum(amount_cents) filter (where kind = 'capture'), 0)::bigint as "capturedCents",
      coalesce(sum(case kind when 'refund' then amount_cents when 'refund_failed' then -amount_cents end), 0)::bigint
        as "refundedCents",
      coalesce(sum(case when credit = 'platform:fees' then amount_cents
        when debit = 'platform:fees' then -amount_cents end), 0)::bigint as "feesCents",
      coalesce(sum(amount_cents) filter (where kind = 'transfer'), 0)::bigint as "paidOutCents"
    from ledger_transfer where mode = 'live' and at >= ${start} and at < ${end}`.execute(kysely)
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
