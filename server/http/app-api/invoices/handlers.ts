import type { Kysely } from 'kysely'
import type { invoiceOperations } from '#contract/app/invoices.ts'
import type { Tables } from '../../../db/tables.ts'
import { findAccountInvoice, listAccountInvoices } from '../../../invoices/read.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { sendPdf } from '../../responses/send-file.ts'
import { presentInvoice } from '../invoice-view.ts'

export type InvoicesNeeds = { kysely: Kysely<Tables> }

const listed = 100

/** Receipts and credit notes of the person who asks. */
export const invoiceHandlers: Handlers<typeof invoiceOperations, InvoicesNeeds> = {
  listMyInvoices:
    ({ kysely }) =>
    async ({ caller }) => {
      const invoices = await listAccountInvoices(kysely, caller.accountId, listed)
      return { invoices: invoices.map(presentInvoice) }
    },
  downloadInvoice:
    ({ kysely }) =>
    async ({ caller, params, query, language, reply }) => {
      const { accountId } = caller
      const invoice = await findAccountInvoice(kysely, { id: params.invoice_id, accountId })
      if (!invoice) throw notFound
      // Loaded with the first download: most processes never write one.
      const { invoicePdf } = await import('../../../invoices/invoice-pdf.ts')
      const bytes = invoicePdf(invoice, query.language ?? language)
      return sendPdf(reply, { name: invoice.number, bytes })
    },
}
