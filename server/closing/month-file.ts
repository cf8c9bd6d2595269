import type { MonthFigures } from '../db/json-columns.ts'
import { csvOf, membersOf } from '../lib/csv.ts'

type Line = {
  month: string
  account: string
  /** `opening`, `closing`, or a kind of movement. */
  figure: string
  debit_cents: number | null
  credit_cents: number | null
  balance_cents: number | null
}

/** The figures of a month as CSV: of each account the balance at its start, the movements by kind, the balance at its end. */
export const monthFile = (month: string, figures: MonthFigures): AsyncGenerator<string> =>
  csvOf(columns, [linesOf(month, figures)])

function linesOf(month: string, { accounts, movements }: MonthFigures): Line[] {
  const none = { debit_cents: null, credit_cents: null, balance_cents: null }
  return accounts.flatMap(({ account, opening_cents, closing_cents }) => [
    { ...none, month, account, figure: 'opening', balance_cents: opening_cents },
    ...movements
      .filter((each) => each.account === account)
      .map(({ kind, debit_cents, credit_cents }) => ({
        ...none,
        ...{ month, account, figure: kind, debit_cents, credit_cents },
      })),
    { ...none, month, account, figure: 'closing', balance_cents: closing_cents },
  ])
}

const columns = membersOf<Line>('month', 'account', 'figure', 'debit_cents', 'credit_cents', 'balance_cents')
