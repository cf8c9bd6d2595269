import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'

export type Condition = RawBuilder<SqlBool>

/** The filters of every list of money; an absent filter adds no condition. */
export type MoneyFilters = {
  jobId?: string | undefined
  partnerId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  minCents?: number | undefined
  maxCents?: number | undefined
}

/** The conditions for an instant and an amount. */
export function within(
  { from, to, minCents, maxCents }: MoneyFilters,
  { at, cents }: { at: RawBuilder<unknown>; cents: RawBuilder<unknown> },
): Condition[] {
  return [
    ...(from === undefined ? [] : [sql<boolean>`${at} >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql<boolean>`${at} < ${new Date(to)}`]),
    ...(minCents === undefined ? [] : [sql<boolean>`${cents} >= ${minCents}`]),
    ...(maxCents === undefined ? [] : [sql<boolean>`${cents} <= ${maxCents}`]),
  ]
}

/** Limit of rows of an amount: up to it, starting with them is cheaper than with the rows of a time. */
const maxOfAmount = 25_000

/**
 * A table of money with the conditions of its index of amounts, besides `amount_cents`. `isNarrow`: another filter of
 * the list leaves few rows.
 */
type Amounts = { table: 'payment_effect' | 'ledger_transfer'; isNarrow: boolean; conditions?: Condition[] }

/**
 * SQL: the table of a list, or its rows of these amounts if they are few. The planner assumes that every amount is
 * evenly spread over time, and would search all rows for a rare one; `offset 0` prevents that.
 */
export async function rowsOfAmount(
  kysely: Kysely<Tables>,
  { minCents, maxCents }: MoneyFilters,
  { table, isNarrow, conditions = [] }: Amounts,
): Promise<RawBuilder<unknown>> {
  if (isNarrow || (minCents === undefined && maxCents === undefined)) return sql.table(table)
  const inRange = within({ minCents, maxCents }, { at: sql`at`, cents: sql`amount_cents` })
  const where = sql`from ${sql.table(table)} where ${all([...conditions, ...inRange])}`
  const { rows } = await sql<{ count: number }>`
    select count(*) from (select ${where} limit ${maxOfAmount + 1}) counted`.execute(kysely)
  return (rows[0]?.count ?? 0) > maxOfAmount ? sql.table(table) : sql`(select * ${where} offset 0)`
}

/** Filters, and how to find the jobs of a partner. */
export type Planned<Filters extends MoneyFilters> = Filters & { hasFewJobs: boolean }

/** Counts the jobs of the partner, if the list has this filter. */
export const planned = async <Filters extends MoneyFilters>(
  kysely: Kysely<Tables>,
  filters: Filters,
): Promise<Planned<Filters>> => ({
  ...filters,
  hasFewJobs: filters.partnerId !== undefined && (await hasFewJobs(kysely, filters.partnerId)),
})

/**
 * SQL condition: a column with a job's id has this job, or one of this partner. Few jobs are an array, for which the
 * planner uses the column's index.
 */
export function ofJob(
  { jobId, partnerId, hasFewJobs }: Planned<MoneyFilters>,
  column: RawBuilder<unknown>,
): Condition[] {
  return [
    ...(jobId === undefined ? [] : [sql<boolean>`${column} = ${jobId}`]),
    ...(partnerId === undefined ? [] : [isAmong(column, jobsOf(partnerId), hasFewJobs)]),
  ]
}

const isAmong = (column: RawBuilder<unknown>, jobs: RawBuilder<unknown>, areFew: boolean) =>
  areFew ? sql<boolean>`${column} = any(array(${jobs}))` : sql<boolean>`${column} in (${jobs})`

export const all = (conditions: Condition[]): Condition => sql.join(conditions, sql` and `) as Condition

/** Limit of a partner's jobs: up to it, starting with them is cheaper than with the rows of a time. */
const maxCounted = 10_000

/** Counts up to the limit, through the index of keys. The planner cannot estimate a partner's jobs. */
export async function hasFewJobs(kysely: Kysely<Tables>, partnerId: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from (${jobsOf(partnerId)} limit ${maxCounted + 1}) counted`.execute(kysely)
  return (rows[0]?.count ?? 0) <= maxCounted
}

/** SQL: ids of all jobs of a partner. */
const jobsOf = (
  partnerId: string,
): RawBuilder<unknown> => sql`select job.id from job where job.key_id = any(array(
  select api_key.id from api_key where api_key.partner_id = ${partnerId}))`

/** Columns about a row's job, for statements that join `job` and, with `jobJoins`, its partner. */
export type JobColumns = {
  jobId: string | null
  jobTitle: string | null
  partnerId: string | null
  companyName: string | null
}

export const jobColumns = sql`job.id as "jobId", job.title as "jobTitle", partner.id as "partnerId",
  partner.company_name as "companyName"`

export const jobJoins = (column: RawBuilder<unknown>) => sql`
  left join job on job.id = ${column}
  left join api_key on api_key.id = job.key_id
  left join partner on partner.id = api_key.partner_id`
