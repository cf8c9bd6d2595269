import type { PdfLine } from '#lib/pdf/write-pdf.ts'
import type { InvoiceStatement, StatementMovement } from '../../db/json-columns.ts'
import { cell, ends, plain, referenceOf, signed, type T, tableOf } from '../pdf-parts.ts'
import { type Invoice, timeZoneOf } from '../read.ts'

/** The lines of a carrier's month: the two sides, what was earned, and every movement. */
export function statementLines(invoice: Invoice, t: T): PdfLine[] {
  const { statement } = invoice.content
  if (!statement) return []
  return [
    plain(t.statement.month(statement.month), { size: 12, isBold: true }, 12),
    ...(invoice.kind === 'self_billing' ? [plain(t.statement.selfBilling, {}, 4)] : []),
    ...(isCorrection(invoice) ? [plain(t.statement.correction, {}, 4)] : []),
    ...sidesOf(invoice, t),
    ...statement.missing.map((gap) => plain(t.statement.missing[gap], {}, 12)),
    ...tableOf(invoice, t),
    ...movementsOf(statement, { t, timeZone: timeZoneOf(invoice) }),
  ]
}

/** A month in which refunds are more than what was earned. Tips are no part of what is invoiced. */
function isCorrection({ kind, content }: Invoice): boolean {
  const taxed = content.lines.filter(({ item }) => item !== 'tip')
  return kind === 'self_billing' && taxed.reduce((sum, { grossCents }) => sum + grossCents, 0) < 0
}

type Side = { name: string | null; taxNumber?: string | null; address?: string | null }

/** On a self-billed invoice the carrier is the seller, though the company writes it. */
function sidesOf({ kind, content, party }: Invoice, t: T): PdfLine[] {
  const { carrier, issuer, supplier, writer } = t.statement
  const ofCompany = (title: string) => sideOf(title, content.seller, t)
  const ofCarrier = (title: string) => (party ? sideOf(title, party, t) : [])
  return kind === 'self_billing'
    ? [...ofCarrier(supplier), ...ofCompany(writer)]
    : [...ofCompany(issuer), ...ofCarrier(carrier)]
}

const sideOf = (title: string, { name, taxNumber, address }: Side, t: T): PdfLine[] => [
  plain(title, { isBold: true }, 12),
  ...(name ? [plain(name)] : []),
  ...(taxNumber ? [plain(t.taxNumber(taxNumber))] : []),
  ...(address ? [plain(address)] : []),
]

type Shown = { t: T; timeZone: string }

const movementsOf = (statement: InvoiceStatement, shown: Shown): PdfLine[] => [
  plain(shown.t.statement.account, { isBold: true }, 18),
  balanceOf(shown.t.statement.opening, statement.openingCents, shown.t),
  ...statement.movements.map((movement) => rowOf(movement, shown)),
  balanceOf(shown.t.statement.closing, statement.closingCents, shown.t),
]

const balanceOf = (name: string, cents: number, t: T): PdfLine => ({
  texts: [{ text: name, isBold: true }, cell(signed(cents, t), ends.gross, true)],
  gap: 6,
})

function rowOf({ kind, at, jobId, route, amountCents }: StatementMovement, { t, timeZone }: Shown): PdfLine {
  const job = route && jobId ? t.statement.job(route.from, route.to, referenceOf(jobId)) : ''
  return {
    texts: [
      { text: t.statement.movements[kind], width: 75 },
      { text: t.shortInstant(new Date(at), timeZone), x: 78, width: 140 },
      { text: job, x: 222, width: 190 },
      cell(signed(amountCents, t), ends.gross),
    ],
    gap: 4,
  }
}
