import type pg from 'pg'
import type { ProviderKind } from '#contract/vocabulary.ts'

type UsageStep = 'hour' | 'day'

type UsagePoint = {
  at: Date
  key_id: string
  /** 2 for 200 to 299. */
  status_class: number
  calls: number
  ms_average: number
  ms_max: number
}

type UsageInput = { partnerId: string; from: Date; to: Date; step: UsageStep }

/**
 * Requests of a partner by key and status class, for a chart; steps without requests are absent. Days are UTC. Whole
 * hours come from the hourly counts, the rest of both ends from the minute counts.
 */
export async function readUsage(
  pool: pg.Pool,
  { partnerId, from, to, step }: UsageInput,
): Promise<UsagePoint[]> {
  const whole = wholeHours({ from, to })
  const { rows } = await pool.query<UsagePoint>(
    `select date_trunc('${step}', at, 'UTC') as at, key_id, status_class, sum(calls)::integer as calls,
       round(sum(ms_sum) / sum(calls))::integer as ms_average, max(ms_max) as ms_max
     from (
       select hour as at, key_id, status_class, calls, ms_sum, ms_max from request_hour
       where key_id = any(array(select id from api_key where partner_id = $1)) and hour >= $4 and hour < $5
       union all
       select minute, key_id, status / 100, calls, ms_sum, ms_max from request_minute
       where key_id = any(array(select id from api_key where partner_id = $1)) and minute >= $2 and minute < least($3, $4)
       union all
       select minute, key_id, status / 100, calls, ms_sum, ms_max from request_minute
       where key_id = any(array(select id from api_key where partner_id = $1)) and minute >= greatest($4, $5) and minute < $3
     ) counted
     group by 1, 2, 3 order by 1, 2, 3`,
    [partnerId, from, to, whole.from, whole.to],
  )
  return rows
}

const hourMs = 3_600_000

type Span = { from: Date; to: Date }

/** The whole UTC hours in a span; `to` is exclusive, and before `from` if there is no whole hour. */
const wholeHours = ({ from, to }: Span): Span => ({
  from: new Date(Math.ceil(from.getTime() / hourMs) * hourMs),
  to: new Date(Math.floor(to.getTime() / hourMs) * hourMs),
})

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
 * Counts requests by provider and outcome, over all nodes. Whole hours come from the hourly counts, the start of an
 * hour from the minute counts.
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
