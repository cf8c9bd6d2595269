import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { JobFilters, MoneyFilter, ProblemFilter } from '#contract/admin/job-filters.ts'
import { type JobStatus, jobStatuses, type KeyMode } from '#contract/vocabulary.ts'
import { isAlive } from '../../is-alive.ts'
import { isOwed } from '../../money/owed.ts'
import { hasReferenceInWorld } from '../reference-in-world.ts'
import { recognise } from './phone-search.ts'

export type Condition = RawBuilder<SqlBool>

/**
 * The sources of a list of jobs. Each branch has an index that returns its jobs newest first, so a page reads only the
 * rows it shows; a job may be in several branches. `partner`: one branch per key and status, instead of `branches`.
 */
export type Sources = { branches: Condition[]; partner: PartnersJobs | null; all: Condition[] }

/** The jobs of a partner; `mode`: only of its live or test keys. */
export type PartnersJobs = { partnerId: string; statuses: readonly JobStatus[]; mode: KeyMode | null }

export function sourcesOf(filters: JobFilters): Sources {
  const { search, partner_id: partnerId, pickup_town, dropoff_town, status = [] } = filters
  const found = search === undefined ? null : branchesOf(search)
  const statuses = [...new Set(status)]
  const byStatus = statuses.map((each) => sql<boolean>`job.status = ${each}`)
  const all = [isAlive, ...conditionsOf(filters)]
  // Refunds are few, so their jobs are looked up instead of searching all jobs of a partner.
  const first = found ?? (partnerId !== undefined && filters.money === 'refunded' ? [isRefunded] : null)
  if (first || partnerId === undefined) {
    const whole = pickup_town || dropoff_town ? [isNoDraft, isDraft] : [sql<boolean>`true`]
    const narrowed = first ?? (byStatus.length > 0 ? byStatus : whole)
    // When another source replaces the branches by status, the status becomes a condition.
    const more = [
      ...(first && byStatus.length > 0 ? [either(byStatus)] : []),
      ...(partnerId === undefined ? [] : [isOfPartner(partnerId)]),
    ]
    return { branches: narrowed, partner: null, all: [...all, ...more] }
  }
  const wanted = statuses.length > 0 ? statuses : jobStatuses
  return { branches: [], partner: { partnerId, statuses: wanted, mode: filters.mode ?? null }, all }
}

const isRefunded = sql<boolean>`job.id = any(array(
  select p.job_id from payment p where p.refunded_cents > 0 and p.job_id is not null))`

const isDraft = sql<boolean>`job.status = 'draft'`

/** Written like the condition of the indexes of towns, which exclude drafts, because most are deleted. */
const isNoDraft = sql<boolean>`job.status <> 'draft'`

const isOfPartner = (partnerId: string) =>
  sql<boolean>`job.key_id = any(array(select id from api_key where api_key.partner_id = ${partnerId}))`

const either = (conditions: Condition[]): Condition => sql<boolean>`(${sql.join(conditions, sql` or `)})`

function branchesOf(search: string): Condition[] {
  const found = recognise(search)
  if (found.phone !== null) {
    const account = sql`(select account.id from account
      where account.phone = ${found.phone} and account.sandbox_key_id is null)`
    return [
      sql<boolean>`job.customer_id = ${account}`,
      sql<boolean>`job.carrier_id = ${account}`,
      sql<boolean>`job.status = 'draft' and job.customer_phone = ${found.phone}`,
      ...found.references.flatMap(areReferences),
    ]
  }
  const { jobId, shortId, text } = found
  return [
    ...(jobId ? [sql<boolean>`job.id = ${jobId}`] : []),
    ...(shortId ? [sql<boolean>`job.short_id = ${shortId}`] : []),
    ...areReferences(text),
    sql<boolean>`${isNoDraft} and ${isTown('pickup', text)}`,
    sql<boolean>`${isNoDraft} and ${isTown('dropoff', text)}`,
    sql<boolean>`${isDraft} and (${isTown('pickup', text)} or ${isTown('dropoff', text)})`,
  ]
}

/** With all keys, to find it through the unique index, which begins with the key. */
const areReferences = (text: string): Condition[] => [
  sql<boolean>`job.external_reference_nfc = ${text} and job.key_id = any(array(select id from api_key))`,
  hasReferenceInWorld(text),
]

const isTown = (end: 'pickup' | 'dropoff', town: string) =>
  sql<boolean>`place_key(${sql.ref(`job.${end}`)} ->> 'locality') = place_key(${town.normalize('NFC')})`

/** The given filters, except `status`, `partner_id` and `search`. */
function conditionsOf(filters: JobFilters): Condition[] {
  const { created_from, created_to, updated_from, updated_to, pickup_town, dropoff_town } = filters
  const conditions = [
    filters.mode && sql<boolean>`job.mode = ${sql.lit(filters.mode)}`,
    filters.carrier_id && sql<boolean>`job.carrier_id = ${filters.carrier_id}`,
    filters.customer_id && sql<boolean>`job.customer_id = ${filters.customer_id}`,
    created_from && sql<boolean>`job.created_at >= ${new Date(created_from)}`,
    created_to && sql<boolean>`job.created_at < ${new Date(created_to)}`,
    updated_from && sql<boolean>`job.updated_at >= ${new Date(updated_from)}`,
    updated_to && sql<boolean>`job.updated_at < ${new Date(updated_to)}`,
    pickup_town && isTown('pickup', pickup_town),
    dropoff_town && isTown('dropoff', dropoff_town),
    filters.problem && problems[filters.problem],
    filters.money && moneys[filters.money],
  ]
  return conditions.filter((condition) => condition !== undefined && condition !== '')
}

const problems: Record<ProblemFilter, Condition> = {
  open: sql<boolean>`exists (select from job_problem p where p.job_id = job.id and p.status = 'open')`,
  any: sql<boolean>`exists (select from job_problem p where p.job_id = job.id)`,
  doubt: sql<boolean>`exists (select from money_block b
    where b.job_id = job.id and b.cause = 'early_delivery' and b.lifted_at is null)`,
}

const moneys: Record<MoneyFilter, Condition> = {
  held: sql<boolean>`exists (select from payment p where p.job_id = job.id and p.status = 'held')`,
  // A scalar sub-select, because the planner turns `exists` into a join of all payments; most jobs are captured, so
  // looking at the newest jobs one by one soon fills a page.
  captured: sql<boolean>`coalesce((select true from payment p
    where p.job_id = job.id and p.purpose <> 'tip' and p.status = 'captured' and p.captured_cents > p.refunded_cents
    limit 1), false)`,
  refunded: sql<boolean>`exists (select from payment p where p.job_id = job.id and p.refunded_cents > 0)`,
  owed: isOwed,
}
