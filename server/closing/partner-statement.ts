import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import {
  isOfStatement,
  partnerSums,
  partnersOfRows,
  rowsOfStatement,
  unsummedJobs,
} from '../day-sums/sums-of-rows.ts'
import { type DaySpan, daysIn, unsummedSpans } from '../day-sums/unsummed.ts'
import { inSnapshot } from '../db/in-transaction.ts'
import type { Tables } from '../db/tables.ts'
import { handedOverAtSql } from '../jobs/chain.ts'
import { type Column, csvOf } from '../lib/csv.ts'
import { readPage } from '../lib/page.ts'
import type { Words } from '../lib/shown-words.ts'
import type { MonthSpan } from '../lib/zoned-month.ts'
import { hasFewJobs } from '../payments/queries/conditions.ts'
import { spanOfBooks } from './month.ts'

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
  /** That of the job that was handed over. */
  externalReference: string | null
  /** Of a successor (decision 65): the job that the partner handed over. */
  handedOverJobId: string | null
  status: JobStatus
  /** The last movement of the month. */
  at: Date
}

/** Jobs handed over in the month by their present state; one that was given back counts once, by its successor. */
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
export const readPartnerStatement = (
  kysely: Kysely<Tables>,
  { partnerId, month, before, limit }: PartnerStatementInput,
): Promise<PartnerStatement | null> =>
  inSnapshot(kysely, async (trx) => {
    const span = spanOfBooks(month)
    const partner = await trx
      .selectFrom('partner')
      .select('company_name')
      .where('id', '=', partnerId)
      .executeTakeFirst()
    if (!partner) return null
    const jobs = await countHandedOver(trx, { partnerId, span })
    const asked = await planned(trx, { partnerId, span })
    const totals = await readTotals(trx, asked)
    const find = (most: number) => readBookedJobs(trx, { ...asked, before, limit: most })
    const { rows: jobIds, next } = await readPage({ limit }, find, (jobId) => jobId)
    const lines = await readPartnerLines(trx, { jobIds, span })
    const about = { partnerId, companyName: partner.company_name, month, from: span.start, to: span.end }
    return { ...about, jobs, totals, lines, next }
  })

type Trx = Transaction<Tables>
type Asked = { partnerId: string; span: MonthSpan }
type Planned = Asked & {
  /** The days of the month whose rows are read. */
  spans: DaySpan[]
  hasFewJobs: boolean
}

async function planned(trx: Trx, asked: Asked): Promise<Planned> {
  const spans = await unsummedSpans(trx, asked.span)
  return { ...asked, spans, hasFewJobs: spans.length > 0 && (await hasFewJobs(trx, asked.partnerId)) }
}

const summedDays = ({ partnerId, span }: Asked) =>
  sql`partner_day_sum where partner_id = ${partnerId} and ${daysIn([span])}`

/** Columns of `partner_day_sum` by the names of `PartnerSums`. */
const named = sql`captured_cents as "capturedCents", refunded_cents as "refundedCents", carrier_cents as "carrierCents",
  platform_cents as "platformCents", waiting_cents as "waitingCents"`

async function readTotals(trx: Trx, asked: Planned): Promise<PartnerStatement['totals']> {
  const sum = (column: string) => sql`coalesce(sum(${sql.ref(column)}), 0)::bigint as ${sql.ref(column)}`
  const { rows } = await sql<PartnerStatement['totals']>`
    with each_day as (
      select * from ${summedDays(asked)} union all select * from (${partnersOfRows(asked.spans, asked)}) unsummed),
    total as (
      select ${sum('captured_cents')}, ${sum('refunded_cents')}, ${sum('carrier_cents')}, ${sum('platform_cents')},
        ${sum('waiting_cents')}, ${sum('cancellation_cents')} from each_day)
    select ${named}, cancellation_cents as "cancellationCents",
      (select count(distinct id)::integer from each_day, unnest(job_ids) id) as lines from total`.execute(trx)
  const [totals] = rows
  if (!totals) throw new Error('a sum without groups has one row')
  return totals
}

/** Ids of the jobs that are lines of a statement, the newest first. */
async function readBookedJobs(
  trx: Trx,
  { before, limit, ...asked }: Planned & { before?: string | undefined; limit?: number },
): Promise<string[]> {
  const earlier = before === undefined ? sql`` : sql`where id < ${before}`
  const most = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await sql<{ id: string }>`
    select distinct id from (
      select unnest(job_ids) as id from ${summedDays(asked)}
      union all
      select l.job_id from ${rowsOfStatement(asked.spans, asked)}) booked
    ${earlier} order by id desc ${most}`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Lines of these jobs, the newest job first. Reads only the rows of these jobs, through their index. */
async function readPartnerLines(
  db: Kysely<Tables>,
  { jobIds, span }: { jobIds: readonly string[]; span: MonthSpan },
): Promise<PartnerLine[]> {
  // Both tables are searched for the ids: with only one of them, PostgreSQL may read the other as a whole.
  const { rows } = await sql<PartnerLine>`
    select job.id as "jobId", job.short_id as "shortId", coalesce(job.external_reference, first.external_reference) as "externalReference",
      job.first_job_id as "handedOverJobId", job.status, booked.at, ${named}
    from job left join job first on first.id = job.first_job_id join (
      select l.job_id, max(l.at) as at, ${partnerSums} from ledger_transfer l
      where l.job_id = any(${jobIds}::uuid[]) and ${isOfStatement} and l.at >= ${span.start} and l.at < ${span.end}
      group by l.job_id) booked on booked.job_id = job.id
    where job.id = any(${jobIds}::uuid[]) order by job.id desc`.execute(db)
  return rows
}

async function countHandedOver(trx: Trx, { partnerId, span }: Asked): Promise<HandedOver> {
  const spans = await unsummedSpans(trx, { start: span.start, end: null })
  const inMonth = (day: RawBuilder<unknown>) =>
    sql`${day} >= (${span.start} at time zone 'utc')::date and ${day} < (${span.end} at time zone 'utc')::date`
  const { rows } = await sql<{ state: keyof HandedOver; jobs: number }>`
    select state, sum(jobs)::integer as jobs from (
      select status as state, jobs from ended_day_sum where partner_id = ${partnerId} and ${inMonth(sql`created_day`)}
      union all
      select job.status, 1 from ${unsummedJobs(spans)} job
      where job.key_id = any(array(select id from api_key where partner_id = ${partnerId}))
        and job.created_at >= ${span.start} and ${handedOverAt} >= ${span.start} and ${handedOverAt} < ${span.end}
      union all
      select outcome, drafts from draft_end
      where partner_id = ${partnerId} and mode = 'live' and ${inMonth(sql`day`)}) counted
    group by 1`.execute(trx)
  const none = { draft: 0, posted: 0, accepted: 0, completed: 0, cancelled: 0, expired: 0, withdrawn: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ state, jobs }) => [state, jobs])) }
}

const handedOverAt = sql.raw(handedOverAtSql)

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
  const jobIds = await inSnapshot(kysely, async (trx) =>
    readBookedJobs(trx, await planned(trx, { partnerId, span })),
  )
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
  { header: 'handed_over_job_id', value: ({ handedOverJobId }) => handedOverJobId },
]
