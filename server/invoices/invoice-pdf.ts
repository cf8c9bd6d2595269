import { statementKinds } from '#contract/invoice-vocabulary.ts'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import { type PdfLine, writePdf } from '#lib/pdf/write-pdf.ts'
import { texts } from '../texts/index.ts'
import { cell, ends, plain, referenceOf, type T, tableOf } from './pdf-parts.ts'
import { type Invoice, timeZoneOf } from './read.ts'
import { statementLines } from './statements/statement-pdf.ts'
import { titleOf } from './title.ts'

/** A page with a number as a file, in the language of its reader. The same page gives the same bytes. */
export function invoicePdf(invoice: Invoice, language: PersonLanguage): Buffer {
  const t = texts[language].invoices
  const { seller } = invoice.content
  const title = titleOf(invoice, t)
  const isStatement = statementKinds.some((kind) => kind === invoice.kind)
  const lines = [...headOf(invoice, title, t), ...(isStatement ? statementLines : receiptLines)(invoice, t)]
  return writePdf({ title, author: seller.name, language, lines })
}

function headOf(invoice: Invoice, title: string, t: T): PdfLine[] {
  const { isTest, issuedAt, corrects } = invoice
  return [
    plain(title, { size: 18, isBold: true }),
    ...(isTest ? [plain(t.test, { isBold: true }, 4)] : []),
    plain(t.issued(t.instant(issuedAt, timeZoneOf(invoice))), {}, 4),
    ...(corrects ? [plain(t.corrects(corrects))] : []),
  ]
}

const receiptLines = (invoice: Invoice, t: T): PdfLine[] => [
  ...sidesOf(invoice, t),
  ...tableOf(invoice, t),
  ...eventsOf(invoice, t),
]

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

const eventsOf = (invoice: Invoice, t: T): PdfLine[] => [
  plain(t.payment, { isBold: true }, 18),
  ...invoice.content.events.map(({ kind, at, amountCents }) => ({
    texts: [
      { text: t.events[kind], width: 170 },
      { text: t.instant(new Date(at), timeZoneOf(invoice)), x: 180, width: 230 },
      cell(t.euros(amountCents), ends.gross),
    ],
    gap: 4,
  })),
]
