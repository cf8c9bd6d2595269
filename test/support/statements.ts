import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { listMyStatements } from '#contract/app/statements.ts'
import { issueStatements } from '../../server/invoices/statements/issue-statements.ts'
import { monthAt } from '../../server/lib/zoned-month.ts'
import type { TestDatabase } from './database.ts'
import type { TestDray } from './dray.ts'
import { testInvoicing } from './invoices.ts'
import type { Person } from './person.ts'

export const taxData = {
  legal_name: 'Benito Portes SL',
  tax_number: 'B87654321',
  address: 'Calle del Sol 2, 50003 Zaragoza',
  is_business: true,
  agrees_to_self_billing: true,
}

/** The third day of the month after this many months. */
export function monthsLater(count: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + count, 3))
}

/** The month of now in the time zone of the pages. */
export const thisMonth = (): string => monthAt(new Date(), testInvoicing.timeZone)

/** Issues the statements that are due at this instant, like the background task. */
export async function issueStatementsOf(
  { dray, db }: TestDray,
  now: Date,
  invoicing = testInvoicing,
): Promise<void> {
  // The test lives through the same month several times.
  await db.pool.query('delete from statement_month')
  await issueStatements({ ...dray.payments, invoicing, sendsMail: false }, undefined, now)
}

/** Ends the month of a carrier. @returns the id of the new statement. */
export async function newStatement(
  app: TestDray,
  carrier: Person,
  invoicing = testInvoicing,
): Promise<string> {
  await issueStatementsOf(app, monthsLater(1), invoicing)
  const { statements } = await carrier.ok(listMyStatements)
  return statements[0]?.invoice_id ?? assert.fail('no statement')
}

type Kysely = Pick<TestDatabase, 'kysely'>['kysely']

/** Movements of carriers that are not on exactly one statement. Written without the code that issues statements. */
export async function misplacedOfCarriers(kysely: Kysely): Promise<unknown[]> {
  const { rows } = await sql`
    select l.kind, l.debit, l.credit, count(s.invoice_id)::integer as statements
    from ledger_transfer l left join invoice_line line on line.ledger_id = l.id
    left join carrier_statement s on s.invoice_id = line.invoice_id
    where l.debit like 'carrier:%' or l.credit like 'carrier:%'
    group by l.id having count(s.invoice_id) <> 1 or count(line.invoice_id) <> 1`.execute(kysely)
  return rows
}

/** Statements whose lines, movements and balances do not agree with the ledger to the cent. */
export async function unequalStatements(kysely: Kysely): Promise<unknown[]> {
  const { rows } = await sql`
    with page as (
      select s.account_id, s.month, s.is_test, s.invoice_id, i.total_cents, i.content -> 'statement' as told,
        (select coalesce(sum((line ->> 'grossCents')::integer), 0) from jsonb_array_elements(i.content -> 'lines') line) as lines,
        (select sum((m ->> 'amountCents')::integer) from jsonb_array_elements(i.content -> 'statement' -> 'movements') m) as movements,
        (select sum(case when l.credit = 'carrier:' || s.account_id then l.amount_cents else -l.amount_cents end)
          from invoice_line line join ledger_transfer l on l.id = line.ledger_id where line.invoice_id = i.id) as booked,
        (select coalesce(sum(case when l.credit = 'carrier:' || s.account_id then l.amount_cents else -l.amount_cents end), 0)
          from invoice_line line join ledger_transfer l on l.id = line.ledger_id
          where line.invoice_id = i.id and l.kind <> 'transfer') as earned
      from carrier_statement s join invoice i on i.id = s.invoice_id)
    select month, total_cents, lines, movements, booked, earned from page
    where lines <> total_cents or earned <> total_cents or movements <> booked
      or (told ->> 'closingCents')::integer - (told ->> 'openingCents')::integer <> booked`.execute(kysely)
  return rows
}
