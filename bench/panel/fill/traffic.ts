import { numbers } from './ground.ts'
import { partners } from './people.ts'

const keys = `least(n % 50, ${partners})`

/**
 * Requests of the last week, `$3` in all, from number `$1` on, before `$2`; one in ten was refused. The first partner
 * has a fifth.
 */
export const fillRequests = `
  insert into request_log (request_id, at, key_id, partner_id, method, route, status, error_code, field, latency_ms)
  select bench.id('call', n, at), at, bench.id('key' || 1 + n % 2, k, start), bench.id('partner', k, start),
    case when n % 3 = 0 then 'GET' else 'POST' end,
    (array['/v1/jobs/:job_id', '/v1/jobs', '/v1/estimates'])[1 + n % 3], status,
    case status when 400 then 'validation_error' when 422 then 'geocoding_failed' when 429 then 'rate_limit_exceeded' end,
    case status when 400 then (array['pickup.address', 'customer_phone', 'size'])[1 + n % 3] end, 5 + n % 200
  from bench.span, (select n, now() - interval '7 days' + n * (interval '7 days' / $3::bigint) as at,
      (${keys} + ${partners} - 9) % ${partners + 1} as k,
      case n % 40 when 7 then 400 when 8 then 422 when 9 then 429 when 10 then 400 else 201 end as status
    from ${numbers}) c`

const start = '(select start from bench.span)'

/** Counts by minute for 65 days: the busy partner's keys in each minute, other keys in each tenth. */
export const fillTraffic: readonly string[] = [
  `insert into request_log_day (key_id, day, status, calls)
    select key_id, at::date, status, count(*) from request_log group by 1, 2, 3`,
  `insert into request_minute (key_id, minute, method, route, status, calls, ms_sum, ms_max)
    select bench.id('key' || k, p, ${start}), minute, method, route, status, 2, 80, 60
    from generate_series(date_trunc('minute', now()) - interval '65 days', now(), interval '1 minute') with ordinality m(minute, i),
      generate_series(0, ${partners}) p, generate_series(1, 2) k,
      (values ('POST', '/v1/jobs', 201), ('GET', '/v1/jobs/:job_id', 200), ('POST', '/v1/estimates', 400)) r(method, route, status)
    where case p when 0 then status <> 400 or i % 7 = 0 else (i + p) % 10 = 0 and status = 201 end`,
  `insert into provider_minute (kind, provider, minute, outcome, cause, calls, ms_sum, ms_max, last_ms, last_at)
    select kind, provider, minute, outcome, cause, 3, 120, 80, 40, minute
    from generate_series(date_trunc('minute', now()) - interval '65 days', now(), interval '1 minute') with ordinality m(minute, i),
      (values ('geocoder', 'nominatim', 'located', '', 1), ('geocoder', 'nominatim', 'unavailable', 'timeout', 50),
        ('router', 'osrm', 'ok', '', 1), ('sms', 'outbox', 'accepted', '', 1), ('payments', 'sandbox', 'ok', '', 1))
        r(kind, provider, outcome, cause, every) where i % every = 0`,
  `insert into request_hour (key_id, hour, status_class, calls, ms_sum, ms_max)
    select key_id, date_trunc('hour', minute, 'UTC'), status / 100, sum(calls), sum(ms_sum), max(ms_max)
    from request_minute group by 1, 2, 3`,
  `insert into provider_hour (kind, provider, hour, outcome, cause, calls, ms_sum, ms_max, last_ms, last_at)
    select kind, provider, date_trunc('hour', minute, 'UTC'), outcome, cause, sum(calls), sum(ms_sum), max(ms_max), 40,
      max(last_at)
    from provider_minute group by 1, 2, 3, 4, 5`,
  `insert into draft_end (partner_id, mode, day, outcome, stage, drafts)
    select bench.id('partner', p, ${start}), mode, day, outcome, stage, 5
    from generate_series(0, ${partners}) p, generate_series((now() - interval '365 days')::date, now()::date, interval '1 day') day,
      (values ('live'), ('test')) m(mode), (values ('expired'), ('withdrawn')) o(outcome),
      (values ('created'), ('sms_accepted'), ('link_opened'), ('signed_in')) s(stage)`,
  `insert into node (id, role, host, version, node_version) select gen_random_uuid(), 'start', 'node' || n, '0.1.0', 'v24'
    from generate_series(1, 4) n`,
  `insert into task_run (task, ended_at, ms, next_at) select 'task' || n, now(), 10, now() + interval '10 s' from generate_series(1, 30) n`,
]
