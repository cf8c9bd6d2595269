import type { Answered } from '#contract/app/common.ts'
import type { Invoice as ShownInvoice } from '#contract/app/invoices.ts'
import type { MyStatement, StatementHead } from '#contract/app/statements.ts'
import type { ReceiptKind } from '#contract/invoice-vocabulary.ts'
import { vatByRate } from '../../invoices/lines.ts'
import { type Invoice, timeZoneOf } from '../../invoices/read.ts'

/** A receipt or a credit note as its person sees it. */
export const presentInvoice = (invoice: Invoice<ReceiptKind>): Answered<ShownInvoice> => ({
  invoice_id: invoice.id,
  number: invoice.number,
  kind: invoice.kind,
  test: invoice.isTest,
  issued_at: invoice.issuedAt,
  corrects: invoice.corrects,
  total_cents: invoice.totalCents,
  ...presentPage(invoice),
  events: presentEvents(invoice),
})

/** What pages of every kind show. */
export function presentPage(invoice: Invoice) {
  const { seller, lines } = invoice.content
  return {
    seller: { name: seller.name, tax_number: seller.taxNumber, address: seller.address },
    lines: lines.map((line) => ({
      item: line.item,
      sold_by: line.soldBy,
      gross_cents: line.grossCents,
      net_cents: line.netCents,
      vat_cents: line.vatCents,
      vat_percent: line.basisPoints === null ? null : line.basisPoints / 100,
    })),
    vat: vatByRate(lines).map(({ basisPoints, netCents, vatCents }) => ({
      percent: basisPoints / 100,
      net_cents: netCents,
      vat_cents: vatCents,
    })),
    simplified: invoice.content.simplified ?? false,
    time_zone: timeZoneOf(invoice),
  }
}

export const presentEvents = ({ content }: Invoice) =>
  content.events.map(({ kind, at, amountCents }) => ({ kind, at, amount_cents: amountCents }))

export const presentParty = ({ party }: Invoice) => ({
  name: party?.name ?? null,
  tax_number: party?.taxNumber ?? null,
  address: party?.address ?? null,
})

/** @returns null for a page of another kind. */
export function presentStatementHead(invoice: Invoice): Answered<StatementHead> | null {
  const { statement } = invoice.content
  if (!statement) return null
  return {
    invoice_id: invoice.id,
    number: invoice.number,
    kind: invoice.kind === 'self_billing' ? 'self_billing' : 'statement',
    test: invoice.isTest,
    issued_at: invoice.issuedAt,
    total_cents: invoice.totalCents,
    ...presentMonth(statement),
  }
}

type Statement = NonNullable<Invoice['content']['statement']>

export const presentMonth = ({ month, openingCents, closingCents, missing }: Statement) => ({
  month,
  opening_cents: openingCents,
  closing_cents: closingCents,
  missing,
})

export const presentMovements = ({ movements }: Statement) =>
  movements.map(({ kind, at, jobId, route, amountCents }) => ({
    ...{ kind, at, job_id: jobId, from: route?.from ?? null, to: route?.to ?? null },
    amount_cents: amountCents,
  }))

/** A statement in full, as its carrier sees it. @returns null for a page of another kind. */
export function presentStatement(invoice: Invoice): Answered<MyStatement> | null {
  const { statement } = invoice.content
  const head = presentStatementHead(invoice)
  if (!statement || !head) return null
  const carrier = presentParty(invoice)
  return { ...head, ...presentPage(invoice), carrier, movements: presentMovements(statement) }
}
