import { type Kysely, sql } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import type { MonthSpan } from '../lib/zoned-month.ts'
import { spanOfBooks } from './month.ts'

type Db = Kysely<Tables>

/**
 * What was booked in cents, of one job or of all. Captured minus refunded is what the carrier and the platform got, and
 * what waits to be shared out (`waitingCents`, negative when earlier months' money was shared out).
 */
export type PartnerSums = {
  /** Taken from customers: prices of deliveries, fees of cancellations. */
  capturedCents: number
  refundedCents: number
  carrierCents: number
  /** Fee and commission of the platform, less what it paid for refunds. */
  platformCents: number
  waitingCents: number
}

export type PartnerLine = PartnerSums & {
  jobId: string
  shortId: string
  externalReference: string | null
  status: JobStatus
  /** The last movement of the month. */
  at: Date
}

/** How many jobs of each state were created in the month, as they are now. */
export type HandedOver = Record<JobStatus | 'expired' | 'withdrawn', number>

export type PartnerStatement = {
  partnerId: string
  companyName: string
  month: string
  from: Date
  /** Exclusive. */
  to: Date
  jobs: HandedOver
  /** Of all lines; `cancellationCents` is the part of `capturedCents` less `refundedCents` of cancelled jobs. */
  totals: PartnerSums & { lines: number; cancellationCents: number }
  /** One for each job with movements in the month, the newest job first. */
  lines: PartnerLine[]
  /** Id of the last job of this page; null on the last page. */
  next: string | null
}

export type PartnerStatementInput = {
  partnerId: string
  /** Such as `2026-03`. */
  month: string
  /** `next` of the page before. */
  before?: string | undefined
  limit?: number | undefined
}

/**
 * What became of a partner's live jobs in a month of UTC, from the ledger; in the current month, so far. Contains nothing
 * about a person.
 *
 * @returns null when there is no such partner.
 */
export function readPartnerStatement(
  kysely: Db,
  { partnerId, month, before, limit = 50 }: PartnerStatementInput,
): Promise<PartnerStatement | null> {
  const span = spanOfBooks(month)
  return kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      const partner = await trx
        .selectFrom('partner')
        .select('company_name')
        .where('id', '=', partnerId)
        .executeTakeFirst()
      if (!partner) return null
      const jobs = await countHandedOver(trx, { partnerId, span })
      const totals = await readTotals(trx, { partnerId, span })
      // One more tells whether there is a next page.
      const found = await readPartnerLines(trx, { partnerId, span, before, limit: limit + 1 })
      const lines = found.slice(0, limit)
      const next = found.length > limit ? (lines.at(-1)?.jobId ?? null) : null
      const about = { partnerId, companyName: partner.company_name, month, from: span.start, to: span.end }
      return { ...about, jobs, totals, lines, next }
    })
}

type Asked = { partnerId: string; span: MonthSpan }

/** Sums over rows of `ledger_transfer l` that belong to jobs. */
const sums = sql`
  coalesce(sum(l.amount_cents) filter (where l.kind = 'capture'), 0)::bigint as "capturedCents",
  coalesce(sum(case l.kind when 'refund' then l.amount_cents when 'refund_failed' then -l.amount_cents end), 0)::bigint
    as "refundedCents",
  coalesce(sum(case when l.credit like 'carrier:%' then l.amount_cents
    when l.debit like 'carrier:%' and l.kind <> 'transfer' then -l.amount_cents end), 0)::bigint as "carrierCents",
  coalesce(sum(case when l.credit = 'platform:fees' then l.amount_cents
    when l.debit = 'platform:fees' then -l.amount_cents end), 0)::bigint as "platformCents",
  coalesce(sum(case when l.credit like 'captured:%' then l.amount_cents
    when l.debit like 'captured:%' then -l.amount_cents end), 0)::bigint as "waitingCents"`

const booked = ({ partnerId, span }: Asked) => sql`
  from ledger_transfer l join job on job.id = l.job_id join api_key k on k.id = job.key_id
  where k.partner_id = ${partnerId} and l.mode = 'live' and l.at >= ${span.start} and l.at < ${span.end}
    and l.kind in ('capture', 'refund', 'refund_failed', 'share', 'fee', 'correction')`

async function readTotals(db: Db, asked: Asked): Promise<PartnerStatement['totals']> {
  const { rows } = await sql<PartnerStatement['totals']>`
    select ${sums}, count(distinct l.job_id)::integer as lines,
      coalesce(sum(case l.kind when 'capture' then l.amount_cents when 'refund' then -l.amount_cents
        when 'refund_failed' then l.amount_cents end) filter (where job.status = 'cancelled'), 0)::bigint
        as "cancellationCents"
    ${booked(asked)}`.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('a sum without groups has one row')
  return totals
}

/** Lines of a statement, the newest job first. */
export async function readPartnerLines(
  db: Db,
  { before, limit, ...asked }: Asked & { before: string | undefined; limit: number },
): Promise<PartnerLine[]> {
  const earlier = before === undefined ? sql`` : sql`and l.job_id < ${before}`
  const { rows } = await sql<PartnerLine>`
    select job.id as "jobId", job.short_id as "shortId", job.external_reference as "externalReference",
      job.status, max(l.at) as at, ${sums}
    ${booked(asked)} ${earlier} group by job.id order by job.id desc limit ${limit}`.execute(db)
  return rows
}

async function countHandedOver(db: Db, { partnerId, span }: Asked): Promise<HandedOver> {
  const { rows } = await sql<{ state: keyof HandedOver; jobs: number }>`
    select state, sum(jobs)::integer as jobs from (
      select job.status as state, count(*) as jobs from job join api_key k on k.id = job.key_id
      where k.partner_id = ${partnerId} and job.mode = 'live'
        and job.created_at >= ${span.start} and job.created_at < ${span.end}
      group by 1
      union all
      select outcome, sum(drafts) from draft_end
      where partner_id = ${partnerId} and mode = 'live'
        and day >= (${span.start} at time zone 'utc')::date and day < (${span.end} at time zone 'utc')::date
      group by 1) counted
    group by 1`.execute(db)
  const none = { draft: 0, posted: 0, accepted: 0, completed: 0, cancelled: 0, expired: 0, withdrawn: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ state, jobs }) => [state, jobs])) }
}
