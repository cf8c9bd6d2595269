import { sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { giveUpSql, hasMailSql } from '../mail/store.ts'

/** Writes the mail with a page, in the transaction that issues it, if its person has a confirmed address. */
export async function queueInvoiceMail(trx: Transaction<Tables>, invoiceId: string): Promise<void> {
  await sql`
    insert into mail (kind, account_id, invoice_id, give_up_at)
    select 'invoice', invoice.account_id, invoice.id, ${giveUpSql('invoice')} from invoice
    where invoice.id = ${invoiceId} and ${sql.raw(hasMailSql('invoice.account_id'))}`.execute(trx)
}
