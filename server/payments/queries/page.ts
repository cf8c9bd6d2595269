import { type RawBuilder, type SqlBool, sql } from 'kysely'

export type Condition = RawBuilder<SqlBool>

/** What every list of money is filtered by; a filter that is absent adds no condition. */
export type MoneyFilters = {
  jobId?: string | undefined
  partnerId?: string | undefined
  from?: string | undefined
  to?: string | undefined
  minCents?: number | undefined
  maxCents?: number | undefined
}

/** `before`: the place of the last row of the page before. */
export type PageAt = { before?: string | undefined; limit: number }

export type Found<Row> = { rows: Row[]; next: string | null }

/** Lists read one row more than they show, which tells whether there is a next page. */
export function pageOf<Row extends { place: string }>(found: Row[], limit: number): Found<Row> {
  const rows = found.slice(0, limit)
  return { rows, next: found.length > limit ? (rows.at(-1)?.place ?? null) : null }
}

/** The place of a row in a list by time: microseconds and id. A JavaScript Date would drop the microseconds. */
export const placeOf = (at: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(extract(epoch from ${at}) * 1000000)::bigint::text || '~' || ${id}`

export const instantOf = (microseconds: string): RawBuilder<Date> =>
  sql`('epoch'::timestamptz + ${microseconds}::bigint * interval '1 microsecond')`

/** The condition of a page after `place`, for a list by `at` and `id`, the latest first. */
export function isBefore(place: string, at: RawBuilder<unknown>, id: RawBuilder<unknown>): Condition {
  const [microseconds = '', last = ''] = place.split('~')
  return sql<boolean>`(${at}, ${id}) < (${instantOf(microseconds)}, ${last}::uuid)`
}

/** The conditions of the filters about an instant and an amount. */
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

/** The condition that a column with the id of a job names this job, or one of this partner. */
export function ofJob({ jobId, partnerId }: MoneyFilters, column: RawBuilder<unknown>): Condition[] {
  return [
    ...(jobId === undefined ? [] : [sql<boolean>`${column} = ${jobId}`]),
    ...(partnerId === undefined
      ? []
      : [
          sql<boolean>`${column} in (select job.id from job where job.key_id = any(array(
            select api_key.id from api_key where api_key.partner_id = ${partnerId})))`,
        ]),
  ]
}

export const all = (conditions: Condition[]): Condition => sql.join(conditions, sql` and `) as Condition

/** Columns about a row's job, for statements that join `job` and, with `jobJoins`, who handed it over. */
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
