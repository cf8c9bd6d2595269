import type { Kysely } from 'kysely'
import type { PersonLanguage } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { findInvoiceById, type Invoice } from './read.ts'

export type InvoiceFile = { invoice: Invoice; fileName: string; bytes: Buffer }

type Asked = { id: string; language: PersonLanguage; accountId?: string }

/**
 * A page with a number as its PDF, for a download or for who sends it.
 *
 * @param asked with `accountId` only a page of this account is found.
 */
export async function readInvoiceFile(
  kysely: Kysely<Tables>,
  { id, language, accountId }: Asked,
): Promise<InvoiceFile | null> {
  const invoice = await findInvoiceById(kysely, id)
  if (!invoice || (accountId !== undefined && invoice.accountId !== accountId)) return null
  // Loaded with the first file: most processes never write one.
  const { invoicePdf } = await import('./invoice-pdf.ts')
  return { invoice, fileName: `${invoice.number}.pdf`, bytes: invoicePdf(invoice, language) }
}
