import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type MonthSpan, monthAt, spanOfMonth } from '../../lib/zoned-month.ts'
import { ledgerAccount } from '../../payments/ledger/entries.ts'

type Db = Kysely<Tables>

export type Earnings = {
  /** Of accepted jobs; charged to the customer on delivery. */
  expectedCents: number
  /** Booked for the carrier and not transferred yet. */
  owedCents: number
  paidCents: number
  /** Such as `2026-03`, in the requested time zone. */
  month: string
  entries: Earning[]
}

export type Earning = {
  jobId: string
  title: string
  at: Date
  kind: 'delivery' | 'cancellation'
  amountCents: number
  paidOut: boolean
}

type Statement = { carrierId: string; month: string | null; timeZone: string }

/** A carrier's earnings, from the ledger. `month` null is the current month, from the database's clock. */
export async function readEarnings(kysely: Db, { carrierId, month, timeZone }: Statement): Promise<Earnings> {
  const [sums, shown] = await Promise.all([readSums(kysely, carrierId), month ?? thisMonth(kysely, timeZone)])
  const span = spanOfMonth(shown, timeZone)
  return { ...sums, month: shown, entries: await readEntries(kysely, { carrierId, span }) }
}

async function thisMonth(kysely: Db, timeZone: string): Promise<string> {
  const { now } = await kysely.selectNoFrom(sql<Date>`now()`.as('now')).executeTakeFirstOrThrow()
  return monthAt(now, timeZone)
}

async function readSums(kysely: Db, carrierId: string) {
  const account = ledgerAccount.carrier(carrierId)
  const { rows } = await sql<{ expectedCents: number; earnedCents: number; paidCents: number }>`
    select
      (select coalesce(sum((price->>'helperCents')::integer), 0)::integer from job
        where carrier_id = ${carrierId} and status = 'accepted') as "expectedCents",
      (select coalesce(sum(amount_cents), 0)::integer from ledger_transfer where credit = ${account}) as "earnedCents",
      (select coalesce(sum(amount_cents), 0)::integer from ledger_transfer where debit = ${account}) as "paidCents"`.execute(
    kysely,
  )
  const { expectedCents = 0, earnedCents = 0, paidCents = 0 } = rows[0] ?? {}
  return { expectedCents, owedCents: earnedCents - paidCents, paidCents }
}

async function readEntries(
  kysely: Db,
  { carrierId, span }: { carrierId: string; span: MonthSpan },
): Promise<Earning[]> {
  const { rows } = await sql<Earning>`
    select l.job_id as "jobId", job.title, l.at, l.amount_cents as "amountCents",
      case job.status when 'cancelled' then 'cancellation' else 'delivery' end as kind,
      exists (select from payment_effect e where e.payment_id = l.payment_id and e.kind = 'transfer'
        and e.carrier_id = ${carrierId} and e.status = 'done') as "paidOut"
    from ledger_transfer l join job on job.id = l.job_id
    where l.credit = ${ledgerAccount.carrier(carrierId)} and l.kind = 'share'
      and l.at >= ${span.start} and l.at < ${span.end}
    order by l.at desc, l.id desc`.execute(kysely)
  return rows
}
