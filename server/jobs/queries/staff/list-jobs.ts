import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { JobFilters, MoneyFilter } from '#contract/admin/job-filters.ts'
import { maxCounted } from '#contract/admin/jobs.ts'
import type { JobSize, JobStatus, KeyMode } from '#contract/vocabulary.ts'
import { isBeyond, placeIn } from '../../../db/place.ts'
import type { Tables } from '../../../db/tables.ts'
import { readPage } from '../../../lib/page.ts'
import { isAlive } from '../../is-alive.ts'
import { isOwed } from '../../money/owed.ts'
import { type Condition, type PartnersJobs, type Sources, sourcesOf } from './conditions.ts'

/** A job in a list of the panel. `place` is its position in every list: for `before` of the next page. */
export type StaffJobRow = {
  id: string
  place: string
  short_id: string
  status: JobStatus
  mode: KeyMode
  external_reference: string | null
  title: string
  size: JobSize
  partner_id: string | null
  company_name: string | null
  customer_id: string | null
  customer_name: string | null
  customer_phone: string | null
  carrier_id: string | null
  carrier_name: string | null
  pickup_town: string | null
  dropoff_town: string | null
  distance_km: number
  total_cents: number
  money: MoneyFilter | null
  open_problem: boolean
  hidden: boolean
  created_at: Date
  updated_at: Date
  expires_at: Date
  key_id: string | null
  jobs: number | null
}

export type StaffJobs = {
  rows: StaffJobRow[]
  next: string | null
  /** Null unless requested. */
  count: { jobs: number; more: boolean } | null
}

type Page = { filters: JobFilters; before?: string | undefined; limit: number; counts: boolean }

/**
 * A page of the filtered jobs, newest first, in one statement. Sorted by time, because a job's id may come from the
 * client; the id only breaks ties.
 *
 * @throws Problem `validation_error` for an invalid phone in the search.
 */
export async function listJobsForStaff(kysely: Kysely<Tables>, page: Page): Promise<StaffJobs> {
  const find = async (limit: number) => (await statement({ ...page, limit }).execute(kysely)).rows
  const { rows, next } = await readPage(page, find, ({ place }) => place)
  const jobs = rows[0]?.jobs ?? 0
  return {
    rows,
    next,
    count: page.counts ? { jobs: Math.min(jobs, maxCounted), more: jobs > maxCounted } : null,
  }
}

/** One job as in a list; null for an unknown job or an expired draft. */
export async function findListedJob(kysely: Kysely<Tables>, jobId: string): Promise<StaffJobRow | null> {
  const sources = { branches: [sql<boolean>`job.id = ${jobId}`], partner: null, all: [isAlive] }
  const { rows } = await pageOf(sources, { limit: 1, counts: false }).execute(kysely)
  return rows[0] ?? null
}

/** The statement of a page, for the bench too. */
export const statement = ({ filters, ...page }: Page) => pageOf(sourcesOf(filters), page)

/** The first `limit` jobs of these sources, after `before`. */
export function pageOf(sources: Sources, { before, limit, counts }: Omit<Page, 'filters'>) {
  const onPage = before === undefined ? [] : [isBeyond(order, before)]
  const all = [...sources.all, ...onPage]
  const newest = sql`order by job.created_at desc, job.id desc limit ${limit}`
  const counted = sql`(select count(*)::integer from (
    ${found(sources, sources.all, sql`limit ${maxCounted + 1}`)} limit ${maxCounted + 1}) counted)`
  return sql<StaffJobRow>`
    with page as (
      select id, created_at from (${found(sources, all, newest)}) found
      order by created_at desc, id desc limit ${limit}
    )
    select ${columns}, ${counts ? counted : sql`null::integer`} as jobs
    from page join job on job.id = page.id
      left join api_key on api_key.id = job.key_id
      left join partner on partner.id = api_key.partner_id
      left join account customer on customer.id = job.customer_id
      left join account carrier on carrier.id = job.carrier_id
      left join lateral (
        select bool_or(p.status = 'held') as held, bool_or(p.refunded_cents > 0) as refunded,
          bool_or(p.status = 'captured' and p.captured_cents > p.refunded_cents) as captured
        from payment p where p.job_id = job.id and p.purpose <> 'tip') paid on true
    order by page.created_at desc, page.id desc`
}

/** Unions one indexed query per branch, each limited by `tail`. */
function found({ branches, partner }: Sources, all: Condition[], tail: ReturnType<typeof sql>) {
  const where = sql.join(all, sql` and `)
  if (partner) return foundOfPartner(partner, where, tail)
  const [only, ...others] = branches.map(
    (branch) => sql`(select job.id, job.created_at from job where ${branch} and ${where} ${tail})`,
  )
  if (!only) throw new Error('a list without a branch')
  return others.length === 0 ? sql`select * from ${only} branch` : sql.join([only, ...others], sql` union `)
}

/** A job has the mode of its key. */
const foundOfPartner = (
  { partnerId, statuses, mode }: PartnersJobs,
  where: RawBuilder<unknown>,
  tail: RawBuilder<unknown>,
) => sql`
  select branch.* from api_key cross join unnest(${statuses}::text[]) as wanted (status) cross join lateral (
    select job.id, job.created_at from job
    where job.key_id = api_key.id and job.status = wanted.status and ${where} ${tail}) branch
  where api_key.partner_id = ${partnerId} and (${mode}::text is null or api_key.mode = ${mode})`

const order = { at: 'job.created_at', id: 'job.id' }

const town = (end: 'pickup' | 'dropoff') =>
  sql`coalesce(${sql.ref(`job.${end}`)} ->> 'locality', ${sql.ref(`job.${end}`)} ->> 'postcode')`

const columns = sql`
  job.id, ${placeIn(order)} as place,
  job.short_id, job.status, job.mode, job.external_reference, job.title, job.size,
  partner.id as partner_id, partner.company_name, job.customer_id, customer.name as customer_name,
  job.customer_phone, job.carrier_id, carrier.name as carrier_name,
  ${town('pickup')} as pickup_town, ${town('dropoff')} as dropoff_town,
  (job.route ->> 'distanceKm')::float8 as distance_km, (job.price ->> 'totalCents')::integer as total_cents,
  case when ${isOwed} then 'owed' when paid.refunded then 'refunded' when paid.captured then 'captured'
    when paid.held then 'held' end as money,
  exists (select from job_problem p where p.job_id = job.id and p.status = 'open') as open_problem,
  job.status = 'posted' and (job.hidden_at is not null or job.staff_hidden_at is not null) as hidden,
  job.created_at, job.updated_at, job.expires_at, job.key_id`
