import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Consecutive days (UTC) as instants. */
export type DaySpan = {
  start: Date
  /** Exclusive; null for a span without an end. */
  end: Date | null
}

/**
 * The days of a span that are not summed: today, days that the background has yet to sum, and those with a row that
 * came later. Figures read the rows of these days, and the sums of all others.
 */
export async function unsummedSpans(db: Kysely<Tables>, { start, end }: DaySpan): Promise<DaySpan[]> {
  const { rows } = await sql<{ start: Date; end: Date }>`
    with given as (
      select (${start}::timestamptz at time zone 'utc')::date as first,
        (${end}::timestamptz at time zone 'utc')::date - 1 as last, (now() at time zone 'utc')::date as today),
    unsummed as (
      select d::date as day
      from given, generate_series(first::timestamp, coalesce(last, greatest(today, first))::timestamp, interval '1 day') d
      where not exists (select from summed_day where day = d::date))
    select min(day)::timestamp at time zone 'utc' as start, (max(day) + 1)::timestamp at time zone 'utc' as end
    from (select day, day - (row_number() over (order by day))::integer as span from unsummed) numbered
    group by span order by 1`.execute(db)
  const spans: DaySpan[] = rows
  const last = spans.at(-1)
  if (last && end === null) last.end = null
  return spans
}

/** Whether a text is a day that exists, such as `2026-03-31`. */
export const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text

/** @param day such as `2026-03-31`. */
export function spanOfDay(day: string): DaySpan {
  const start = new Date(`${day}T00:00:00Z`)
  return { start, end: new Date(start.getTime() + 86_400_000) }
}

/** SQL condition: the instant is in one of the spans. Without spans it is false, and PostgreSQL reads no row. */
export function isInSpans(at: RawBuilder<unknown>, spans: readonly DaySpan[]): RawBuilder<boolean> {
  if (spans.length === 0) return sql<boolean>`false`
  const each = spans.map(({ start, end }) =>
    end === null ? sql`${at} >= ${start}` : sql`(${at} >= ${start} and ${at} < ${end})`,
  )
  return sql<boolean>`(${sql.join(each, sql` or `)})`
}

/** SQL: the day (UTC) of an instant. */
export const dayOf = (at: RawBuilder<unknown>) => sql`(${at} at time zone 'utc')::date`

/** SQL condition: the column `day` is in one of the spans. */
export function daysIn(spans: readonly DaySpan[]): RawBuilder<boolean> {
  const asDay = (instant: Date) => sql`(${instant}::timestamptz at time zone 'utc')::date`
  const each = spans.map(({ start, end }) =>
    end === null ? sql`day >= ${asDay(start)}` : sql`(day >= ${asDay(start)} and day < ${asDay(end)})`,
  )
  return each.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(each, sql` or `)})`
}
