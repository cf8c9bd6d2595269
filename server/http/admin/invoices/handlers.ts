import type { invoiceOperations, listInvoices, StaffInvoice } from '#contract/admin/money/invoices.ts'
import type { Answered } from '#contract/app/common.ts'
import { readInvoiceFile } from '../../../invoices/invoice-file.ts'
import { parseNumber } from '../../../invoices/number.ts'
import { findInvoiceById, type Invoice, listInvoices as list } from '../../../invoices/read.ts'
import type { InvoiceSettings } from '../../../invoices/settings.ts'
import { type Column, membersOf } from '../../../lib/csv.ts'
import { readPage } from '../../../lib/page.ts'
import type { Words } from '../../../lib/shown-words.ts'
import { spanOfMonth } from '../../../lib/zoned-month.ts'
import {
  presentEvents,
  presentMonth,
  presentMovements,
  presentPage,
  presentParty,
} from '../../app-api/invoice-view.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { sendPdf } from '../../responses/send-file.ts'
import { listing } from '../listing.ts'
import { type RecordExportNeeds, recordExport } from '../record-export.ts'
import { shownWords } from '../sees-phones.ts'

export type InvoicesNeeds = RecordExportNeeds & { invoicing: Pick<InvoiceSettings, 'timeZone'> }

const present = (invoice: Invoice, words: Words): Answered<StaffInvoice> => ({
  invoice_id: invoice.id,
  number: invoice.number,
  kind: invoice.kind,
  test: invoice.isTest,
  issued_at: invoice.issuedAt,
  month: invoice.content.statement?.month ?? null,
  total_cents: invoice.totalCents,
  person: { account_id: invoice.accountId, name: words(invoice.name) },
  job_id: invoice.jobId,
  payment_id: invoice.paymentId,
  corrects: invoice.corrects,
})

const columns: Column<Answered<StaffInvoice>>[] = [
  ...membersOf('invoice_id', 'number', 'kind', 'test', 'issued_at', 'month', 'total_cents'),
  { header: 'account_id', value: ({ person }) => person?.account_id ?? null },
  { header: 'name', value: ({ person }) => person?.name ?? null },
  ...membersOf('job_id', 'payment_id', 'corrects'),
]

const invoices = listing<typeof listInvoices, InvoicesNeeds>()({
  member: 'invoices',
  find: ({ kysely, invoicing }, query) => {
    const { account_id: accountId, job_id: jobId, number, month, kind, before } = query
    const filter = {
      ...{ accountId, jobId, kind, before },
      number: number === undefined ? undefined : (parseNumber(number) ?? undefined),
      month: month === undefined ? undefined : { month, ...spanOfMonth(month, invoicing.timeZone) },
    }
    const find = (limit: number) => list(kysely, { ...filter, limit })
    return readPage(query, find, ({ id }) => id)
  },
  present: (rows, { words }) => rows.map((row) => present(row, words)),
  file: {
    name: 'invoices',
    columns,
    act: 'money.export',
    targets: () => [{ type: 'money', id: 'invoices' }],
    limit: { of: 'invoices', perMinute: 12 },
    choosesPhones: true,
  },
})

/** Pages with a number, of customers and carriers. */
export const invoiceHandlers: Handlers<typeof invoiceOperations, InvoicesNeeds> = {
  listInvoices: invoices.list,
  exportInvoices: invoices.export,
  readInvoiceForStaff:
    ({ kysely }) =>
    async ({ caller, params }) => {
      const invoice = await findInvoiceById(kysely, params.invoice_id)
      if (!invoice) throw notFound
      const words = shownWords(caller)
      const { statement } = invoice.content
      const { name, ...party } = presentParty(invoice)
      return {
        ...present(invoice, words),
        ...presentPage(invoice),
        party: { name: words(name), ...party },
        events: presentEvents(invoice),
        statement: statement ? { ...presentMonth(statement), movements: presentMovements(statement) } : null,
      }
    },
  /** The file leaves the panel with a person's data, so it is recorded first, like a document that is looked at. */
  downloadInvoiceForStaff:
    (needs) =>
    async ({ caller, params, query, language, request, reply }) => {
      const asked = { id: params.invoice_id, language: query.language ?? language }
      const file = await readInvoiceFile(needs.kysely, asked)
      if (!file) throw notFound
      await recordExport(
        needs,
        { caller, request },
        {
          act: 'invoice.download',
          targets: [
            { type: 'invoice', id: file.invoice.number },
            { type: 'account', id: file.invoice.accountId },
          ],
          limit: { of: 'invoice files', perMinute: 60 },
        },
      )
      return sendPdf(reply, file)
    },
}
