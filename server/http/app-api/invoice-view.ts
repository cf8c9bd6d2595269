import type { Answered } from '#contract/app/common.ts'
import type { Invoice as ShownInvoice } from '#contract/app/invoices.ts'
import { vatByRate } from '../../invoices/lines.ts'
import type { Invoice } from '../../invoices/read.ts'

/** A receipt or a credit note as its person sees it. */
export function presentInvoice(invoice: Invoice): Answered<ShownInvoice> {
  const { seller, lines, events } = invoice.content
  return {
    invoice_id: invoice.id,
    number: invoice.number,
    kind: invoice.kind,
    test: invoice.isTest,
    issued_at: invoice.issuedAt,
    corrects: invoice.corrects,
    total_cents: invoice.totalCents,
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
    events: events.map(({ kind, at, amountCents }) => ({ kind, at, amount_cents: amountCents })),
  }
}
