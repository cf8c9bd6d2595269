import type pg from 'pg'
import type { ProviderKind } from '#contract/vocabulary.ts'

export type ProviderOutcome = {
  kind: ProviderKind
  provider: string
  outcome: string
  cause: string
  calls: number
  ms_average: number
  ms_max: number
  last_ms: number
  last_at: Date
}

/**
 * The calls to each provider over all nodes, by what they came to. Whole hours are read from the counts by hour, the first
 * part of an hour from those by minute.
 */
export async function readProviders(pool: pg.Pool, { hours }: { hours: number }): Promise<ProviderOutcome[]> {
  const { rows } = await pool.query<ProviderOutcome>(
    `with span as (select start, date_trunc('hour', start, 'UTC') + interval '1 hour' as first_hour
       from (select now() - make_interval(hours => $1) as start) s)
     select kind, provider, outcome, cause, sum(calls)::integer as calls,
       round(sum(ms_sum) / sum(calls))::integer as ms_average, max(ms_max) as ms_max,
       (array_agg(last_ms order by last_at desc))[1] as last_ms, max(last_at) as last_at
     from (
       select kind, provider, outcome, cause, calls, ms_sum, ms_max, last_ms, last_at from provider_hour
       where hour >= (select first_hour from span)
       union all
       select kind, provider, outcome, cause, calls, ms_sum, ms_max, last_ms, last_at from provider_minute
       where minute >= (select start from span) and minute < (select first_hour from span)) counted
     group by 1, 2, 3, 4 order by 1, 2, calls desc, 3, 4`,
    [hours],
  )
  return rows
}
