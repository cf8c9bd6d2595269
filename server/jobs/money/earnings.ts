import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type MonthSpan, monthAt, spanOfMonth } from '../../lib/zoned-month.ts'
import { ledgerAccount } from '../../payments/ledger/entries.ts'
import { isPaidOut, paidOutAt } from './read-payments.ts'

type Db = Kysely<Tables>

export type Earnings = {
  /** Of accepted jobs; charged to the customer on delivery. */
  expectedCents: number
  /** Booked for the carrier and not transferred yet. */
  owedCents: number
  /** The carrier's parts of refunds that later earnings still pay (decision 72). */
  keptBackCents: number
  paidCents: number
  /** Such as `2026-03`, in the requested time zone. */
  month: string
  entries: Earning[]
}

export type Earning = {
  jobId: string
  title: string
  at: Date
  kind: 'delivery' | 'cancellation' | 'tip' | 'refund'
  /** Negative for the carrier's part of a refund. */
  amountCents: number
  paidOut: boolean
  /** Null before, if an earlier refund took the whole amount, and of the part of a refund. */
  paidOutAt: Date | null
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
  const { rows } = await sql<{ expectedCents: number; balanceCents: number; paidCents: number }>`
    select
      (select coalesce(sum((price->>'helperCents')::integer), 0)::integer from job
        where carrier_id = ${carrierId} and status = 'accepted') as "expectedCents",
      (select coalesce(sum(case when credit = ${account} then amount_cents else -amount_cents end), 0)::integer
        from ledger_transfer where ${account} in (debit, credit)) as "balanceCents",
      (select coalesce(sum(amount_cents), 0)::integer from ledger_transfer
        where debit = ${account} and kind = 'transfer') as "paidCents"`.execute(kysely)
  const { expectedCents = 0, balanceCents = 0, paidCents = 0 } = rows[0] ?? {}
  const owedCents = Math.max(0, balanceCents)
  return { expectedCents, owedCents, keptBackCents: owedCents - balanceCents, paidCents }
}

/** A tip, and the refund of one, name their job through the payment. */
async function readEntries(
  kysely: Db,
  { carrierId, span }: { carrierId: string; span: MonthSpan },
): Promise<Earning[]> {
  const account = ledgerAccount.carrier(carrierId)
  const { rows } = await sql<Earning>`
    select job.id as "jobId", job.title, l.at,
      case l.credit when ${account} then l.amount_cents else -l.amount_cents end as "amountCents",
      case when l.debit = ${account} then 'refund' when payment.purpose = 'tip' then 'tip'
        when job.status = 'cancelled' then 'cancellation' else 'delivery' end as kind,
      ${isPaidOut('payment.id')} as "paidOut",
      case when l.credit = ${account} then ${paidOutAt('payment.id')} end as "paidOutAt"
    from ledger_transfer l join payment on payment.id = l.payment_id join job on job.id = payment.job_id
    where (l.credit = ${account} and l.kind = 'share' or l.debit = ${account} and l.credit like 'captured:%')
      and l.at >= ${span.start} and l.at < ${span.end}
    order by l.at desc, l.id desc`.execute(kysely)
  return rows
}
