import type { InvoiceKind } from '#contract/invoice-vocabulary.ts'

/** The letter of each kind's series. Pages of play money have series that no real money uses. */
const letters: Record<InvoiceKind, string> = {
  receipt: 'R',
  top_up: 'T',
  credit_note: 'C',
  debit_note: 'D',
  statement: 'M',
  self_billing: 'S',
}

export const seriesOf = (kind: InvoiceKind, isTest: boolean): string =>
  `${isTest ? 'TEST-' : ''}${letters[kind]}`

/** Whether pages are ever given numbers of this series. */
export const isSeries = (series: string): boolean =>
  Object.values(letters).includes(series.replace(/^TEST-/, ''))

export type Numbered = { series: string; year: number; number: number }

/** Such as `R-2026-000042`. */
export const numberText = ({ series, year, number }: Numbered): string =>
  `${series}-${year}-${String(number).padStart(6, '0')}`

/** @returns null for any other text. */
export function parseNumber(text: string): Numbered | null {
  const [, series = '', year, number] =
    /^((?:TEST-)?[A-Z])-(20\d\d)-(\d{6,9})$/.exec(text.toUpperCase()) ?? []
  return year === undefined ? null : { series, year: Number(year), number: Number(number) }
}
