import { sql, type Transaction } from 'kysely'
import type { InvoiceKind } from '#contract/invoice-vocabulary.ts'
import type { InvoiceContent, InvoiceParty } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import { seriesOf } from './number.ts'

export type NewInvoice = {
  kind: InvoiceKind
  isTest: boolean
  accountId: string
  jobId: string | null
  paymentId: string | null
  /** Id of the page that it reduces or takes back. */
  corrects: string | null
  totalCents: number
  content: InvoiceContent
  party: InvoiceParty
  /** The movements that it is about. */
  ledgerIds: string[]
  /** Of the year of its number. */
  timeZone: string
}

/**
 * Writes a page with the next number of its series in this year, and ends the wait of its movements. The row of the
 * series stays locked until the end of the transaction: if that is rolled back, the next page gets the same number, so
 * no number is left out.
 *
 * @returns the id of the page.
 */
export async function writeInvoice(trx: Transaction<Tables>, page: NewInvoice): Promise<string> {
  const { kind, isTest, accountId, jobId, paymentId, corrects, totalCents, ledgerIds } = page
  const id = newId()
  await sql`
    with clock as (select clock_timestamp() as at),
    taken as (
      insert into invoice_series as known (series, year, last_number)
      select ${seriesOf(kind, isTest)}, extract(year from at at time zone ${page.timeZone})::integer, 1 from clock
      on conflict (series, year) do update set last_number = known.last_number + 1
      returning series, year, last_number),
    page as (
      insert into invoice (id, kind, series, year, number, is_test, account_id, job_id, payment_id, corrects, issued_at,
        total_cents, content, party)
      select ${id}, ${kind}, series, year, last_number, ${isTest}, ${accountId}, ${jobId}, ${paymentId}, ${corrects},
        clock.at, ${totalCents}, ${JSON.stringify(page.content)}::jsonb, ${JSON.stringify(page.party)}::jsonb
      from taken, clock
      returning id),
    told as (
      insert into invoice_line (ledger_id, invoice_id) select ledger_id, page.id from page, unnest(${ledgerIds}::uuid[]) ledger_id),
    of_carrier as (delete from statement_due where ledger_id = any(${ledgerIds}::uuid[]))
    delete from invoice_due where ledger_id = any(${ledgerIds}::uuid[])`.execute(trx)
  return id
}
