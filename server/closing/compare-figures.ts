import type { ClosingDifference, MonthFigures } from '../db/json-columns.ts'

/** The figures of a closed month that are different now. */
export function compareFigures(closed: MonthFigures, now: MonthFigures): ClosingDifference[] {
  const [before, after] = [valuesOf(closed), valuesOf(now)]
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys]
    .map((key) => {
      const [account = '', figure = ''] = key.split(' ')
      return { account, figure, closed_cents: before.get(key) ?? 0, now_cents: after.get(key) ?? 0 }
    })
    .filter(({ closed_cents, now_cents }) => closed_cents !== now_cents)
}

/** Names of accounts and kinds contain no blanks. */
function valuesOf({ accounts, movements }: MonthFigures): Map<string, number> {
  return new Map([
    ...accounts.flatMap(({ account, opening_cents, closing_cents }) => [
      [`${account} opening`, opening_cents] as const,
      [`${account} closing`, closing_cents] as const,
    ]),
    ...movements.flatMap(({ account, kind, debit_cents, credit_cents }) => [
      [`${account} ${kind}:debit`, debit_cents] as const,
      [`${account} ${kind}:credit`, credit_cents] as const,
    ]),
  ])
}
