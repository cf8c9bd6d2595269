import { sql, type Transaction } from 'kysely'
import type { StatementLineKind } from '#contract/invoice-vocabulary.ts'
import type { KeyMode } from '#contract/vocabulary.ts'
import type { InvoiceContent, StatementMovement, Stop } from '../../db/json-columns.ts'
import type { Tables } from '../../db/tables.ts'
import { placeName } from '../../jobs/job.ts'
import { ledgerAccount } from '../../payments/ledger/entries.ts'

type Trx = Transaction<Tables>

/** A movement of a carrier that is on no statement yet. */
export type DueOfCarrier = StatementMovement & { id: string; mode: KeyMode; processor: string | null }

/** When the oldest movement that is on no statement was booked. */
export async function oldestDue(trx: Trx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(at) as at from statement_due`.execute(trx)
  return rows[0]?.at ?? null
}

const isOfPerson = '^carrier:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

type Wanted = { month: string; end: Date; without: string[]; limit: number }

/**
 * Carriers who still need the statement of a month. Accounts of the ledger that belong to no person are left out. What
 * was booked after a carrier's statement is on the next one, and no statement comes after that of a later month.
 */
export async function listCarriersDue(trx: Trx, { month, end, without, limit }: Wanted): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with due as materialized (select distinct account from statement_due where at < ${end}),
    carrier as (select case when account ~ ${isOfPerson} then substr(account, 9)::uuid end as id from due)
    select account.id from carrier join account on account.id = carrier.id
    where account.id <> all(${without}::uuid[])
      and not exists (select from carrier_statement where account_id = account.id and month >= ${month})
    order by account.id limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** A movement that names no processor keeps the one that is in use now: another may be by the end of its month. */
export const keepProcessors = (trx: Trx, processor: string) =>
  sql`
    update statement_due due set processor = ${processor}
    from ledger_transfer l left join payment p on p.id = l.payment_id
    where due.processor is null and due.at > now() - interval '2 days' and l.id = due.ledger_id
      and p.id is null and position('processor:' in l.debit || ' ' || l.credit) = 0`.execute(trx)

/** A share after a cancellation is of its fee. A tip is less what of it was refunded at the cost of the carrier. */
const lineKind = sql<StatementLineKind>`case when l.kind = 'transfer' then 'payout' when p.purpose = 'tip' then 'tip'
  when l.kind = 'share' then case job.status when 'cancelled' then 'cancellation' else 'delivery' end
  when l.kind = 'correction' and l.credit like 'captured:%' then 'refund' else 'correction' end`

/** The oldest first. */
export async function movementsDue(trx: Trx, accountId: string, end: Date): Promise<DueOfCarrier[]> {
  const account = ledgerAccount.carrier(accountId)
  const { rows } = await sql<Row>`
    select l.id, l.at, l.mode, ${lineKind} as kind, coalesce(l.job_id, p.job_id) as "jobId", job.pickup, job.dropoff,
      coalesce(p.processor, substring(l.debit || ' ' || l.credit from 'processor:([^ ]+)'),
        due.processor) as processor,
      case l.credit when ${account} then l.amount_cents else -l.amount_cents end as "amountCents"
    from statement_due due join ledger_transfer l on l.id = due.ledger_id
    left join payment p on p.id = l.payment_id left join job on job.id = coalesce(l.job_id, p.job_id)
    where due.account = ${account} and due.at < ${end} order by l.at, l.id`.execute(trx)
  return rows.map(({ pickup, dropoff, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    route: pickup && dropoff && { from: placeName(pickup), to: placeName(dropoff) },
  }))
}

type Row = Omit<DueOfCarrier, 'at' | 'route'> & { at: Date; pickup: Stop | null; dropoff: Stop | null }

/** What the last statement of a carrier says is owed; null before the first one. */
export async function lastClosing(
  trx: Trx,
  { accountId, isTest }: { accountId: string; isTest: boolean },
): Promise<number | null> {
  const { rows } = await sql<{ content: InvoiceContent }>`
    select invoice.content from carrier_statement join invoice on invoice.id = invoice_id
    where carrier_statement.account_id = ${accountId} and carrier_statement.is_test = ${isTest}
    order by month desc limit 1`.execute(trx)
  return rows[0]?.content.statement?.closingCents ?? null
}

/** Whether an earlier statement of a carrier is an invoice too. */
export async function isInvoiced(
  trx: Trx,
  { accountId, isTest }: { accountId: string; isTest: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    select from carrier_statement join invoice on invoice.id = invoice_id
    where carrier_statement.account_id = ${accountId} and carrier_statement.is_test = ${isTest}
      and invoice.kind = 'self_billing' limit 1`.execute(trx)
  return rows.length > 0
}

type Sum = { mode: KeyMode; processor: string | null; cents: number }

/** What was booked for a carrier before there were statements: it is on none. */
export async function sumsBefore(trx: Trx, accountId: string): Promise<Sum[]> {
  const account = ledgerAccount.carrier(accountId)
  const { rows } = await sql<Sum>`
    select l.mode, coalesce(p.processor, substring(l.debit || ' ' || l.credit from 'processor:([^ ]+)')) as processor,
      sum(case l.credit when ${account} then l.amount_cents else -l.amount_cents end)::bigint as cents
    from ledger_transfer l left join payment p on p.id = l.payment_id
    where ${account} in (l.debit, l.credit)
      and not exists (select from statement_due where ledger_id = l.id)
      and not exists (select from invoice_line where ledger_id = l.id)
    group by 1, 2`.execute(trx)
  return rows
}
