import { type Kysely, sql } from 'kysely'
import { type JobStatus, jobStatuses } from '#contract/vocabulary.ts'
import type { Tables } from '../db/tables.ts'
import { type Column, csvOf } from '../lib/csv.ts'
import { readPage } from '../lib/page.ts'
import type { Words } from '../lib/shown-words.ts'
import type { MonthSpan } from '../lib/zoned-month.ts'
import { hasFewJobs } from '../payments/queries/conditions.ts'
import { spanOfBooks } from './month.ts'

type Db = Kysely<Tables>

/**
 * Booked amounts in cents, of one job or of all. Captured minus refunded is the share of the carrier and the platform,
 * plus the money not yet shared out (`waitingCents`, negative when earlier months' money was shared out).
 */
export type PartnerSums = {
  /** Taken from customers: prices of deliveries, fees of cancellations. */
  capturedCents: number
  refundedCents: number
  carrierCents: number
  /** Fee and commission of the platform, minus refunds it paid. */
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

/** Jobs created in the month by their present state. */
type HandedOver = Record<JobStatus | 'expired' | 'withdrawn', number>

export type PartnerStatement = {
  partnerId: string
  companyName: string
  month: string
  from: Date
  /** Exclusive. */
  to: Date
  jobs: HandedOver
  /** Of all lines; `cancellationCents` is `capturedCents` minus `refundedCents` of cancelled jobs. */
  totals: PartnerSums & { lines: number; cancellationCents: number }
  /** One for each job with movements in the month, the newest job first. */
  lines: PartnerLine[]
  /** Id of the last job of this page; null on the last page. */
  next: string | null
}

type PartnerStatementInput = {
  partnerId: string
  /** Such as `2026-03`. */
  month: string
  /** `next` of the page before. */
  before?: string | undefined
  limit?: number | undefined
}

/**
 * Totals and lines of a partner's live jobs in a month of UTC, from the ledger; in the current month, so far. Has no
 * personal data.
 *
 * @returns null for an unknown partner.
 */
export function readPartnerStatement(
  kysely: Db,
  { partnerId, month, before, limit }: PartnerStatementInput,
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
      const asked = { partnerId, span, hasFewJobs: await hasFewJobs(trx, partnerId) }
      const totals = await readTotals(trx, asked)
      const find = (most: number) => readBookedJobs(trx, { ...asked, before, limit: most })
      const { rows: jobIds, next } = await readPage({ limit }, find, (jobId) => jobId)
      const lines = await readPartnerLines(trx, { jobIds, span })
      const about = { partnerId, companyName: partner.company_name, month, from: span.start, to: span.end }
      return { ...about, jobs, totals, lines, next }
    })
}

type Asked = { partnerId: string; span: MonthSpan }
type Planned = Asked & { hasFewJobs: boolean }

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

/** Which rows of `ledger_transfer l` a statement counts. */
const isBooked = (
  span: MonthSpan,
) => sql<boolean>`l.mode = 'live' and l.at >= ${span.start} and l.at < ${span.end}
    and l.kind in ('capture', 'refund', 'refund_failed', 'share', 'fee', 'correction')`

/**
 * Begins with the jobs of the partner if they are few, else with the rows of the month: `offset 0` prevents the planner
 * from looking up each job that the partner ever had.
 */
const booked = ({ partnerId, span, hasFewJobs: isByJob }: Planned) => sql`
  from (
    select l.* from ledger_transfer l where ${isBooked(span)}
    ${isByJob ? sql`` : sql`offset 0`}) l
  join job on job.id = l.job_id
  where job.key_id = any(array(select k.id from api_key k where k.partner_id = ${partnerId}))`

async function readTotals(db: Db, asked: Planned): Promise<PartnerStatement['totals']> {
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

/** Ids of the jobs that are lines of a statement, the newest first. */
async function readBookedJobs(
  db: Db,
  { before, limit, ...asked }: Planned & { before?: string | undefined; limit?: number },
): Promise<string[]> {
  const earlier = before === undefined ? sql`` : sql`and l.job_id < ${before}`
  const most = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await sql<{ id: string }>`
    select l.job_id as id ${booked(asked)} ${earlier} group by l.job_id order by l.job_id desc ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Lines of these jobs, the newest job first. Reads only the rows of these jobs, through their index. */
async function readPartnerLines(
  db: Db,
  { jobIds, span }: { jobIds: readonly string[]; span: MonthSpan },
): Promise<PartnerLine[]> {
  // Both tables are searched for the ids: with only one of them, PostgreSQL may read the other as a whole.
  const { rows } = await sql<PartnerLine>`
    select job.id as "jobId", job.short_id as "shortId", job.external_reference as "externalReference",
      job.status, booked.*
    from job join (
      select l.job_id, max(l.at) as at, ${sums} from ledger_transfer l
      where l.job_id = any(${jobIds}::uuid[]) and ${isBooked(span)} group by l.job_id) booked on booked.job_id = job.id
    where job.id = any(${jobIds}::uuid[]) order by job.id desc`.execute(db)
  return rows
}

async function countHandedOver(db: Db, { partnerId, span }: Asked): Promise<HandedOver> {
  const { rows } = await sql<{ state: keyof HandedOver; jobs: number }>`
    select state, sum(jobs)::integer as jobs from (
      select job.status as state, count(*) as jobs from job join api_key k on k.id = job.key_id
      where k.partner_id = ${partnerId} and job.mode = 'live' and job.status = any(${jobStatuses}::text[])
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

type Statement = {
  partnerId: string
  month: string
  /** Masks the partner's texts for this reader. */
  words: Words
}

/** All lines of a partner's statement as CSV, the newest job first. */
export const partnerStatementFile = (
  kysely: Kysely<Tables>,
  { words, ...asked }: Statement,
): AsyncGenerator<string> => csvOf(columnsWith(words), pagesOf(kysely, asked))

const pageSize = 1_000

/** The jobs are queried once, to avoid reading the month again for each page. */
async function* pagesOf(
  kysely: Kysely<Tables>,
  { partnerId, month }: { partnerId: string; month: string },
): AsyncGenerator<PartnerLine[]> {
  const span = spanOfBooks(month)
  const asked = { partnerId, span, hasFewJobs: await hasFewJobs(kysely, partnerId) }
  const jobIds = await readBookedJobs(kysely, asked)
  for (let from = 0; from < jobIds.length; from += pageSize)
    yield await readPartnerLines(kysely, { jobIds: jobIds.slice(from, from + pageSize), span })
}

const columnsWith = (words: Words): Column<PartnerLine>[] => [
  { header: 'job_id', value: ({ jobId }) => jobId },
  { header: 'short_id', value: ({ shortId }) => shortId },
  { header: 'external_reference', value: ({ externalReference }) => words(externalReference) },
  { header: 'status', value: ({ status }) => status },
  { header: 'at', value: ({ at }) => at.toISOString() },
  { header: 'captured_cents', value: ({ capturedCents }) => capturedCents },
  { header: 'refunded_cents', value: ({ refundedCents }) => refundedCents },
  { header: 'carrier_cents', value: ({ carrierCents }) => carrierCents },
  { header: 'platform_cents', value: ({ platformCents }) => platformCents },
  { header: 'waiting_cents', value: ({ waitingCents }) => waitingCents },
]
