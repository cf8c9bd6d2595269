import { sql, type Transaction } from 'kysely'
import type { InvoiceParty } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { newId } from '../lib/ids.ts'
import type { Composed } from './compose.ts'
import type { DueMovement } from './due.ts'

export type NewInvoice = { movement: DueMovement; composed: Composed; series: string; isTest: boolean }

/**
 * Writes a page with the next number of its series in this year, which is that of the books (UTC), and ends the wait of
 * its movement. The row of the series stays locked until the end of the transaction: if that is rolled back, the next
 * page gets the same number, so no number is left out.
 */
export async function writeInvoice(
  trx: Transaction<Tables>,
  { movement, composed, series, isTest }: NewInvoice,
): Promise<void> {
  const { id: ledgerId, accountId, jobId, paymentId, name } = movement
  const { kind, corrects, totalCents, content, ledgerIds } = composed
  const party: InvoiceParty = { name }
  await sql`
    with clock as (select clock_timestamp() as at),
    taken as (
      insert into invoice_series as known (series, year, last_number)
      select ${series}, extract(year from at at time zone 'utc')::integer, 1 from clock
      on conflict (series, year) do update set last_number = known.last_number + 1
      returning series, year, last_number),
    page as (
      insert into invoice (id, kind, series, year, number, is_test, account_id, job_id, payment_id, corrects, issued_at,
        total_cents, content, party)
      select ${newId()}, ${kind}, series, year, last_number, ${isTest}, ${accountId}, ${jobId}, ${paymentId}, ${corrects},
        clock.at, ${totalCents}, ${JSON.stringify(content)}::jsonb, ${JSON.stringify(party)}::jsonb from taken, clock
      returning id),
    told as (
      insert into invoice_line (ledger_id, invoice_id) select ledger_id, page.id from page, unnest(${ledgerIds}::uuid[]) ledger_id)
    delete from invoice_due where ledger_id = ${ledgerId}`.execute(trx)
}
