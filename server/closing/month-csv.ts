import type { MonthFigures } from '../db/json-columns.ts'
import { csvLine } from '../lib/csv-line.ts'

const heads = ['month', 'account', 'figure', 'debit_cents', 'credit_cents', 'balance_cents']

/** The figures of a month as CSV: of each account the balance at its start, the movements by kind, the balance at its end. */
export function monthCsv(month: string, { accounts, movements }: MonthFigures): string {
  const lines = accounts.flatMap(({ account, opening_cents, closing_cents }) => [
    [month, account, 'opening', null, null, opening_cents],
    ...movements
      .filter((each) => each.account === account)
      .map(({ kind, debit_cents, credit_cents }) => [month, account, kind, debit_cents, credit_cents, null]),
    [month, account, 'closing', null, null, closing_cents],
  ])
  // Spreadsheets read UTF-8 only after this mark.
  return `\uFEFF${csvLine(heads)}${lines.map(csvLine).join('')}`
}
