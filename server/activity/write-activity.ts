import type pg from 'pg'
import type { ProviderCount } from './provider-calls.ts'
import type { RequestBatch } from './request-buffer.ts'

/** Limit of log rows per key, day (UTC) and status, to avoid filling the disk. Further requests are only counted. */
const maxLoggedPerDay = 10_000

/**
 * Writes a batch in one statement. Nodes write concurrently: the sorted inserts lock the counters in one order. A retry
 * skips rows that were already written (the reply to the statement was lost).
 */
export async function writeRequests(
  pool: pg.Pool,
  { requests, counts }: RequestBatch,
  { maxPerDay = maxLoggedPerDay }: { maxPerDay?: number } = {},
): Promise<void> {
  if (counts.length === 0) return
  await pool.query({
    name: 'write-requests',
    text: `with ${counting}, ${numbering} ${logging}`,
    values: [JSON.stringify(counts), JSON.stringify(requests), maxPerDay],
  })
}

const counts = `json_to_recordset($1) as c ("keyId" uuid, "minuteMs" bigint, method text, route text, status smallint,
    calls integer, "msSum" bigint, "msMax" integer, "windowMax" integer)`

const counting = `minutes as (
  insert into request_minute as m (key_id, minute, method, route, status, calls, ms_sum, ms_max, window_max)
  select "keyId", to_timestamp("minuteMs" / 1000), method, route, status, calls, "msSum", "msMax", "windowMax"
  from ${counts} order by 1, 2, 3, 4, 5
  on conflict (key_id, minute, method, route, status) do update set calls = m.calls + excluded.calls,
    ms_sum = m.ms_sum + excluded.ms_sum, ms_max = greatest(m.ms_max, excluded.ms_max),
    window_max = greatest(m.window_max, excluded.window_max)
), hours as (
  insert into request_hour as h (key_id, hour, status_class, calls, ms_sum, ms_max)
  select "keyId", date_trunc('hour', to_timestamp("minuteMs" / 1000), 'UTC'), status / 100, sum(calls), sum("msSum"),
    max("msMax")
  from ${counts} group by 1, 2, 3 order by 1, 2, 3
  on conflict (key_id, hour, status_class) do update set calls = h.calls + excluded.calls,
    ms_sum = h.ms_sum + excluded.ms_sum, ms_max = greatest(h.ms_max, excluded.ms_max)
)`

const numbering = `call as (
  select "requestId" as request_id, to_timestamp("atMs" / 1000.0) as at, "keyId" as key_id, "partnerId" as partner_id,
    method, route, status, "errorCode" as error_code, field, "latencyMs" as latency_ms,
    (to_timestamp("atMs" / 1000.0) at time zone 'utc')::date as day
  from json_to_recordset($2) as c ("requestId" uuid, "atMs" bigint, "keyId" uuid, "partnerId" uuid, method text,
    route text, status smallint, "errorCode" text, field text, "latencyMs" integer)
), numbered as (
  select *, row_number() over same as place, count(*) over (partition by key_id, day, status) as together
  from call window same as (partition by key_id, day, status order by request_id)
), counted as (
  insert into request_log_day as d (key_id, day, status, calls)
  select key_id, day, status, count(*) from call group by 1, 2, 3 order by 1, 2, 3
  on conflict (key_id, day, status) do update set calls = d.calls + excluded.calls
  returning key_id, day, status, calls
)`

const logging = `insert into request_log
  (request_id, at, key_id, partner_id, method, route, status, error_code, field, latency_ms)
  select request_id, at, key_id, partner_id, method, route, status, error_code, field, latency_ms
  from numbered join counted using (key_id, day, status) where calls - together + place <= $3
  on conflict (request_id) do nothing`

/** Adds to the counts by minute and by hour. */
export async function writeProviderCalls(pool: pg.Pool, calls: ProviderCount[]): Promise<void> {
  if (calls.length === 0) return
  await pool.query(
    `with call as (
       select kind, provider, to_timestamp("minuteMs" / 1000) as minute, outcome, cause, calls, "msSum" as ms_sum,
         "msMax" as ms_max, "lastMs" as last_ms, to_timestamp("lastAtMs" / 1000.0) as last_at
       from json_to_recordset($1) as c (kind text, provider text, "minuteMs" bigint, outcome text, cause text,
         calls integer, "msSum" bigint, "msMax" integer, "lastMs" integer, "lastAtMs" bigint)
     ), hours as (${addingTo('hour')})
     ${addingTo('minute')}`,
    [JSON.stringify(calls)],
  )
}

/** The rows of `call`, summed over the span. */
const addingTo = (span: 'minute' | 'hour') => `
  insert into provider_${span} as known
    (kind, provider, ${span}, outcome, cause, calls, ms_sum, ms_max, last_ms, last_at)
  select kind, provider, date_trunc('${span}', minute, 'UTC'), outcome, cause, sum(calls), sum(ms_sum), max(ms_max),
    (array_agg(last_ms order by last_at desc))[1], max(last_at)
  from call group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (kind, provider, ${span}, outcome, cause) do update set calls = known.calls + excluded.calls,
    ms_sum = known.ms_sum + excluded.ms_sum, ms_max = greatest(known.ms_max, excluded.ms_max),
    last_ms = case when excluded.last_at >= known.last_at then excluded.last_ms else known.last_ms end,
    last_at = greatest(known.last_at, excluded.last_at)`

/**
 * Notes the first time that the links of these drafts were followed. Skips locked rows: the app is opening the draft,
 * which notes it too, or it is being deleted.
 */
export async function writeOpenedLinks(pool: pg.Pool, shortIds: string[]): Promise<void> {
  if (shortIds.length === 0) return
  await pool.query(
    `update job set link_opened_at = now() where id = any(array(
       select id from job where short_id = any($1) and link_opened_at is null for update skip locked))`,
    [shortIds],
  )
}

const batch = 5_000

/** The counts are small; a month and some days of them let a month be compared with the one before. */
const countDays = 65

/** Deletes old rows of the request log, and old counts. Several nodes may run it concurrently. */
export async function forgetActivity(
  { pool, requestLogDays }: { pool: pg.Pool; requestLogDays: number },
  signal?: AbortSignal,
): Promise<void> {
  const works: [table: string, isOld: string, days: number][] = [
    ['request_log', 'at < now() - make_interval(days => $1)', requestLogDays],
    ['request_log_day', 'day < (now() - make_interval(days => $1))::date', requestLogDays],
    ['request_minute', 'minute < now() - make_interval(days => $1)', countDays],
    ['request_hour', 'hour < now() - make_interval(days => $1)', countDays],
    ['provider_minute', 'minute < now() - make_interval(days => $1)', countDays],
    ['provider_hour', 'hour < now() - make_interval(days => $1)', countDays],
  ]
  for (const [table, isOld, days] of works) {
    let deleted: number
    do {
      if (signal?.aborted) return
      const statement = `delete from ${table} where ctid = any(array(
        select ctid from ${table} where ${isOld} limit ${batch} for update skip locked))`
      deleted = (await pool.query(statement, [days])).rowCount ?? 0
    } while (deleted === batch)
  }
}
