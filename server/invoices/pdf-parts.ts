import type { PdfLine, PdfText } from '#lib/pdf/write-pdf.ts'
import type { InvoiceLine } from '../db/json-columns.ts'
import type { Texts } from '../texts/index.ts'
import { vatByRate } from './lines.ts'
import type { Invoice } from './read.ts'

/* The parts that the files of receipts and of statements share. */

export type T = Texts['invoices']

export const plain = (text: string, more: Partial<PdfText> = {}, gap = 0): PdfLine => ({
  texts: [{ text, ...more }],
  gap,
})

/** Where the columns of amounts end, in points. */
export const ends = { net: 300, vat: 390, gross: 483 }

export const cell = (text: string, x: number, isBold = false): PdfText => ({
  text,
  x,
  align: 'right',
  isBold,
})

/** The sign comes first in every language. */
export const signed = (cents: number, t: T): string => (cents < 0 ? `-${t.euros(-cents)}` : t.euros(cents))

/** As the app shows it. */
export const referenceOf = (jobId: string): string => jobId.slice(-6).toUpperCase()

/** The lines with their sum, and the tax by rate. */
export function tableOf(invoice: Invoice, t: T): PdfLine[] {
  const { content, kind, totalCents } = invoice
  const amount = (cents: number) => signed(kind === 'credit_note' ? -cents : cents, t)
  const rates = vatByRate(content.lines)
  const hasTax = rates.length > 0
  const head = hasTax ? [cell(t.net, ends.net), cell(t.vat, ends.vat)] : []
  const nameOf = content.statement ? ({ item }: InvoiceLine) => t.statement.earned[item] : soldItem(t)
  const isOfCarrier = !content.statement && content.lines.some(({ soldBy }) => soldBy === 'carrier')
  return [
    { texts: [...head, cell(t.gross, ends.gross)], gap: 18, ruled: true },
    ...content.lines.map((line) => rowOf(line, { name: nameOf(line), amount, hasTax })),
    { texts: [{ text: t.total, isBold: true }, cell(amount(totalCents), ends.gross, true)], gap: 6 },
    ...rates.map(({ basisPoints, netCents, vatCents }) => ({
      texts: [
        { text: t.vatAt(percentText(basisPoints, t)) },
        cell(amount(netCents), ends.net),
        cell(amount(vatCents), ends.vat),
      ],
    })),
    ...(isOfCarrier ? [plain(t.carriersTax, { size: 9 }, 8)] : []),
  ]
}

const soldItem =
  (t: T) =>
  ({ item, soldBy }: InvoiceLine): string =>
    soldBy === 'carrier' ? t.byCarrier(t.items[item]) : t.items[item]

type Shown = { name: string; amount: (cents: number) => string; hasTax: boolean }

function rowOf({ netCents, vatCents, grossCents }: InvoiceLine, { name, amount, hasTax }: Shown): PdfLine {
  const tax =
    hasTax && netCents !== null && vatCents !== null
      ? [cell(amount(netCents), ends.net), cell(amount(vatCents), ends.vat)]
      : []
  return { texts: [{ text: name, width: 220 }, ...tax, cell(amount(grossCents), ends.gross)], gap: 4 }
}

/** `2100` is "21", `1050` is "10.5". */
const percentText = (basisPoints: number, { decimalSeparator }: T): string =>
  String(basisPoints / 100).replace('.', decimalSeparator)
