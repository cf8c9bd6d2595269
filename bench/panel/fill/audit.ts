import { coveredDays } from './ground.ts'
import { customers } from './people.ts'

/**
 * Events of the audit log from number `$1` on, before `$2`, of `$3`; `$4` is the number of jobs. Most are about jobs,
 * of 40 members of staff; one in twenty is by a command, one in 50 by a partner.
 */
export const fillAudit = `
  with acts as (select array['job.resend_text', 'job.note', 'account.search_phone', 'job.note', 'job.refund', 'job.hide',
      'member.sign_in', 'carrier.approve', 'key.rotate', 'money.export', 'today.snooze', 'job.search_phone'] as list)
  insert into audit_event (at, actor_type, actor_id, actor_name, actor_role, act, targets, reason, changes, correlation_id)
  select start + n * (interval '${coveredDays} days' / $3::bigint), actor,
    case actor when 'staff' then bench.id('member', member, start) when 'partner' then
      bench.id('partner member1', n % 41, start) end,
    case actor when 'cli' then 'root' when 'staff' then 'Member ' || member else 'Member 1' end,
    case actor when 'staff' then (array['viewer', 'staff', 'owner'])[1 + member % 3] when 'partner' then 'admin' end,
    act, case
      when act like 'job.%' then jsonb_build_array(jsonb_build_object('type', 'job', 'id', bench.id('job', job, bench.at(job))))
      when act like 'account.%' or act like 'carrier.%' then
        jsonb_build_array(jsonb_build_object('type', 'account', 'id', bench.id('account', person,
          start + person * interval '1 minute')))
      when act like 'key.%' then jsonb_build_array(jsonb_build_object('type', 'key', 'id', bench.id('key1', n % 41, start)))
      else jsonb_build_array(jsonb_build_object('type', 'member', 'id', bench.id('member', member, start))) end,
    case when n % 2 = 0 then 'the customer called' end,
    case when act in ('job.hide', 'carrier.approve') then '{"status": {"from": "pending", "to": "approved"}}'::jsonb end,
    bench.id('request', n, start)
  from bench.span, acts, generate_series($1::bigint, $2::bigint - 1) n,
    lateral (select case when n % 20 = 0 then 'cli' when n % 50 = 1 then 'partner' else 'staff' end as actor,
      1 + (n * 7) % 40 as member, list[1 + floor(12 * bench.chance(n, 1))::integer] as act, (n * 7919) % $4::bigint as job,
      1 + n % ${customers} as person) chosen`
