import type { Kysely } from 'kysely'
import type { invoiceOperations } from '#contract/app/invoices.ts'
import type { statementOperations } from '#contract/app/statements.ts'
import type { MyTaxData, taxDataOperations } from '#contract/app/tax-data.ts'
import { readTaxData, saveTaxData } from '../../../accounts/carriers/tax-data.ts'
import type { Tables } from '../../../db/tables.ts'
import { readInvoiceFile } from '../../../invoices/invoice-file.ts'
import { findInvoiceById, listAccountInvoices, listAccountStatements } from '../../../invoices/read.ts'
import type { InvoiceSettings } from '../../../invoices/settings.ts'
import { notFound } from '../../errors/errors.ts'
import type { Handlers } from '../../mount.ts'
import { sendPdf } from '../../responses/send-file.ts'
import { presentInvoice, presentStatement, presentStatementHead } from '../invoice-view.ts'

export type InvoicesNeeds = {
  kysely: Kysely<Tables>
  invoicing: Pick<InvoiceSettings, 'seller' | 'sells'>
}

const listed = 100

/** Receipts and credit notes of the person who asks; the statements and the tax data of a carrier. */
export const invoiceHandlers: Handlers<
  typeof invoiceOperations | typeof statementOperations | typeof taxDataOperations,
  InvoicesNeeds
> = {
  listMyInvoices:
    ({ kysely }) =>
    async ({ caller }) => {
      const invoices = await listAccountInvoices(kysely, caller.accountId, listed)
      return { invoices: invoices.map(presentInvoice) }
    },
  downloadInvoice:
    ({ kysely }) =>
    async ({ caller: { accountId }, params, query, language, reply }) => {
      const asked = { id: params.invoice_id, accountId, language: query.language ?? language }
      const file = await readInvoiceFile(kysely, asked)
      if (!file) throw notFound
      return sendPdf(reply, file)
    },
  listMyStatements:
    ({ kysely }) =>
    async ({ caller }) => {
      const statements = await listAccountStatements(kysely, caller.accountId, listed)
      return { statements: statements.map(presentStatementHead).filter((shown) => shown !== null) }
    },
  readMyStatement:
    ({ kysely }) =>
    async ({ caller, params }) => {
      const found = await findInvoiceById(kysely, params.invoice_id)
      const shown = found?.accountId === caller.accountId ? presentStatement(found) : null
      if (!shown) throw notFound
      return shown
    },
  readMyTaxData:
    (needs) =>
    async ({ caller }) =>
      answerTaxData(needs, caller.accountId),
  saveMyTaxData:
    (needs) =>
    async ({ caller, body }) => {
      await saveTaxData(needs.kysely, caller.accountId, {
        ...{ legalName: body.legal_name, taxNumber: body.tax_number, address: body.address },
        ...{ isBusiness: body.is_business, agrees: body.agrees_to_self_billing },
      })
      return answerTaxData(needs, caller.accountId)
    },
}

async function answerTaxData({ kysely, invoicing }: InvoicesNeeds, accountId: string): Promise<MyTaxData> {
  const known = await readTaxData(kysely, accountId)
  return {
    tax_data: known && {
      ...{ legal_name: known.legalName, tax_number: known.taxNumber, address: known.address },
      ...{ is_business: known.isBusiness, agrees_to_self_billing: known.agreedAt !== null },
    },
    company: invoicing.seller.name,
    writes_invoices: invoicing.sells === 'everything',
  }
}
