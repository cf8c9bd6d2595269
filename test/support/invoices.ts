import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { listMyInvoices } from '#contract/app/invoices.ts'
import { issueDueInvoices } from '../../server/invoices/issue-due.ts'
import type { InvoiceSettings } from '../../server/invoices/settings.ts'
import type { TestDatabase } from './database.ts'
import type { TestDray } from './dray.ts'
import type { Person } from './person.ts'

export const testInvoicing: InvoiceSettings = {
  seller: { name: 'Acme Portes SL', taxNumber: 'ESB12345678', address: 'Calle Mayor 1, Madrid' },
  vat: { name: 'included', basisPoints: 2_100 },
  sells: 'everything',
  timeZone: 'Europe/Madrid',
  simplifiedMaxCents: null,
  carrierBasisPoints: null,
}

/** Issues all pages that wait, like the background task. */
export const issueInvoices = ({ dray }: TestDray, invoicing = testInvoicing): Promise<void> =>
  issueDueInvoices({ ...dray.payments, invoicing, sendsMail: false })

/** Issues what waits. @returns the id of the newest page of this person. */
export async function newReceipt(app: TestDray, customer: Person): Promise<string> {
  await issueInvoices(app)
  const { invoices } = await customer.ok(listMyInvoices)
  return invoices[0]?.invoice_id ?? assert.fail('no receipt')
}

/**
 * Whether a row of `ledger_transfer l` is money of a person, so that a page has to tell it: what they were charged or
 * got back, the hold and the release of a charge, and what came into their wallet or was taken out of it for a refund.
 * Written without the code that issues pages.
 */
const isOfPerson = sql<boolean>`(l.kind in ('capture', 'refund', 'refund_failed', 'top_up')
  or (l.kind in ('hold', 'release') and exists (
    select from ledger_transfer c where c.payment_id = l.payment_id and c.kind = 'capture'))
  or (l.kind = 'correction' and l.corrects is null and l.debit like 'wallet:%'))`

type Kysely = Pick<TestDatabase, 'kysely'>['kysely']

/**
 * Movements of people's money that are not on exactly one page, and other movements that are on any. Those of carriers
 * are on their statements (`statements.ts`).
 */
export async function misplacedMovements(kysely: Kysely): Promise<unknown[]> {
  const { rows } = await sql`
    select l.kind, l.debit, l.credit, l.amount_cents, count(line.ledger_id)::integer as pages
    from ledger_transfer l left join invoice_line line on line.ledger_id = l.id
    where l.debit not like 'carrier:%' and l.credit not like 'carrier:%'
    group by l.id having count(line.ledger_id) <> case when ${isOfPerson} then 1 else 0 end`.execute(kysely)
  return rows
}

/** Payments whose receipts, less credit notes, are not what the ledger took from their person. */
async function unequalPayments(kysely: Kysely): Promise<unknown[]> {
  const { rows } = await sql`
    with told as (
      select payment_id, sum(case kind when 'credit_note' then -total_cents else total_cents end) as cents,
        sum(case kind when 'credit_note' then -lines.cents else lines.cents end) as of_lines
      from invoice cross join lateral (
        select sum((line ->> 'grossCents')::integer) as cents from jsonb_array_elements(content -> 'lines') line) lines
      where payment_id is not null group by payment_id),
    booked as (
      select payment_id, sum(case kind when 'refund' then -amount_cents else amount_cents end) as cents
      from ledger_transfer where kind in ('capture', 'refund', 'refund_failed') group by payment_id)
    select payment_id, told.cents as told, told.of_lines, booked.cents as booked
    from told full join booked using (payment_id)
    where told.cents is distinct from booked.cents or told.of_lines is distinct from booked.cents`.execute(
    kysely,
  )
  return rows
}

/** Series whose numbers of a year are not 1, 2, 3 and so on, in the order of their instants. */
export async function gaps(kysely: Kysely): Promise<unknown[]> {
  const { rows } = await sql`
    select series, year, array_agg(number order by issued_at, number) as numbers from (
      select series, year, number, issued_at,
        row_number() over (partition by series, year order by issued_at, number) as place from invoice) numbered
    group by series, year having bool_or(number <> place) or max(number) <> (
      select last_number from invoice_series known
      where known.series = numbered.series and known.year = numbered.year)`.execute(kysely)
  return rows
}

/** Every movement of people is on exactly one page, each payment agrees to the cent, and no number is missing. */
export async function assertPagesAgree(kysely: Kysely): Promise<void> {
  assert.deepEqual(await misplacedMovements(kysely), [])
  assert.deepEqual(await unequalPayments(kysely), [])
  assert.deepEqual(await gaps(kysely), [])
}
