import type { Language } from '#contract/vocabulary.ts'
import { type PdfLine, type PdfText, writePdf } from '#lib/pdf/write-pdf.ts'
import type { InvoiceLine } from '../db/json-columns.ts'
import { type Texts, texts } from '../texts/index.ts'
import { vatByRate } from './lines.ts'
import type { Invoice } from './read.ts'

type T = Texts['invoices']

/** A page with a number as a file, in the language of its reader. The same page gives the same bytes. */
export function invoicePdf(invoice: Invoice, language: Language): Buffer {
  const t = texts[language].invoices
  const { seller } = invoice.content
  const title = `${t.kinds[invoice.kind]} ${invoice.number}`
  const lines = [
    ...headOf(invoice, title, t),
    ...sidesOf(invoice, t),
    ...tableOf(invoice, t),
    ...eventsOf(invoice, t),
  ]
  return writePdf({ title, author: seller.name, language, lines })
}

const plain = (text: string, more: Partial<PdfText> = {}, gap = 0): PdfLine => ({
  texts: [{ text, ...more }],
  gap,
})

function headOf({ isTest, issuedAt, corrects }: Invoice, title: string, t: T): PdfLine[] {
  return [
    plain(title, { size: 18, isBold: true }),
    ...(isTest ? [plain(t.test, { isBold: true }, 4)] : []),
    plain(t.issued(t.instant(issuedAt)), {}, 4),
    ...(corrects ? [plain(t.corrects(corrects))] : []),
  ]
}

function sidesOf({ content, party, jobId }: Invoice, t: T): PdfLine[] {
  const { seller, route } = content
  return [
    plain(t.seller, { isBold: true }, 18),
    plain(seller.name),
    ...(seller.taxNumber ? [plain(t.taxNumber(seller.taxNumber))] : []),
    ...(seller.address ? [plain(seller.address)] : []),
    ...(party?.name ? [plain(t.customer, { isBold: true }, 12), plain(party.name)] : []),
    ...(route && jobId ? [plain(t.job(route.from, route.to, referenceOf(jobId)), {}, 12)] : []),
  ]
}

/** As the app shows it. */
const referenceOf = (jobId: string): string => jobId.slice(-6).toUpperCase()

/** Where the columns of amounts end, in points. */
const ends = { net: 300, vat: 390, gross: 483 }
const cell = (text: string, x: number, isBold = false): PdfText => ({ text, x, align: 'right', isBold })

function tableOf(invoice: Invoice, t: T): PdfLine[] {
  const { content, kind, totalCents } = invoice
  const amount = (cents: number) => (kind === 'credit_note' ? `-${t.euros(cents)}` : t.euros(cents))
  const rates = vatByRate(content.lines)
  const hasTax = rates.length > 0
  const head = hasTax ? [cell(t.net, ends.net, true), cell(t.vat, ends.vat, true)] : []
  const isOfCarrier = content.lines.some(({ soldBy }) => soldBy === 'carrier')
  return [
    { texts: [...head, cell(t.gross, ends.gross, true)], gap: 18, ruled: true },
    ...content.lines.map((line) => rowOf(line, { t, amount, hasTax })),
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

type Shown = { t: T; amount: (cents: number) => string; hasTax: boolean }

function rowOf({ item, soldBy, ...cents }: InvoiceLine, { t, amount, hasTax }: Shown): PdfLine {
  const { netCents, vatCents, grossCents } = cents
  const name = soldBy === 'carrier' ? t.byCarrier(t.items[item]) : t.items[item]
  const tax =
    hasTax && netCents !== null && vatCents !== null
      ? [cell(amount(netCents), ends.net), cell(amount(vatCents), ends.vat)]
      : []
  return { texts: [{ text: name, width: 220 }, ...tax, cell(amount(grossCents), ends.gross)], gap: 4 }
}

/** `2100` is "21", `1050` is "10.5". */
const percentText = (basisPoints: number, { decimalSeparator }: T): string =>
  String(basisPoints / 100).replace('.', decimalSeparator)

const eventsOf = ({ content }: Invoice, t: T): PdfLine[] => [
  plain(t.payment, { isBold: true }, 18),
  ...content.events.map(({ kind, at, amountCents }) => ({
    texts: [
      { text: t.events[kind], width: 180 },
      { text: t.instant(new Date(at)), x: 190, width: 220 },
      cell(t.euros(amountCents), ends.gross),
    ],
    gap: 4,
  })),
]
