import { numbers, ofThese } from './ground.ts'
import { carriers, customers } from './people.ts'

/** Days after the end of a job at which its personal data is removed, and its texts: the defaults of the settings. */
const [dataDays, textDays] = [180, 30]

/**
 * A year of jobs: a tenth of each day's drafts are left, the jobs of the last four days are posted or accepted, of all
 * others one in 17 was cancelled. Half are of one partner, a third from Madrid. Parameters: first number, end, keys,
 * people.
 */
const jobs = `
  with s as (select start from bench.span),
    a as (select array_agg(id order by phone) as ids from account)
  insert into job (id, short_id, key_id, mode, status, external_reference, external_reference_nfc, title, description, size,
    customer_phone, customer_id, carrier_id, pickup, dropoff, route, duration_minutes, tariff_id, price, created_at,
    updated_at, expires_at, link_opened_at, posted_at, accepted_at, collected_at, delivered_at, completed_at, cancelled_at,
    cancelled_by, cancellation_fee_cents, data_removed_at)
  select bench.id('job', n, at), substr(md5(n::text), 1, 14),
    bench.id(case when mode = 'test' then 'key3' when n % 4 < 2 then 'key1' else 'key2' end,
      case when n % 2 = 0 then 0 else n / 2 % 41 end, s.start), mode, status, 'ref-' || n, 'ref-' || n,
    'Three-seat sofa ' || n % 1000, 'A sofa with three seats, in good condition, two metres wide and 60 kg.',
    (array['S', 'M', 'L', 'XL'])[1 + n % 4], case when ended > removable then '+34' || 700000000 + 1 + n % ${customers} end,
    case when status = 'draft' and n % 3 = 0 then null when n % 9999 = 7 then a.ids[1] else a.ids[1 + n % ${customers}] end,
    case when status in ('accepted', 'completed') or fee > 0 then
      case when n % 499 = 7 then a.ids[${customers} + 1] else a.ids[${customers} + 1 + n * 31 % ${carriers}] end end,
    bench.stop(n, 1, n % 40 = 0), bench.stop(n, 5, n % 40 = 0),
    jsonb_build_object('distanceKm', 12 + n % 50, 'driveMinutes', 20 + n % 60, 'source', 'embedded', 'approximate', true),
    60, '00000000-0000-7000-8000-000000000001',
    jsonb_build_object('breakdown', jsonb_build_object('baseCents', 2500, 'distanceKm', 12 + n % 50, 'distanceCents', 1430,
        'stairsCents', 0, 'serviceModifier', 0, 'urgencyModifier', 0),
      'baseCents', 3930 + n % 9000, 'feeCents', 590, 'totalCents', 4520 + n % 9000, 'helperCents', 3930 + n % 9000),
    at, ended, at + interval '2 days', case when n % 10 < 8 then at + interval '5 minutes' end,
    case when status <> 'draft' then at + interval '20 minutes' end,
    case when status in ('accepted', 'completed') or fee > 0 then at + interval '5 hours' end,
    case when status = 'completed' then at + interval '24 hours' end,
    case when status = 'completed' then ended end, case when status = 'completed' then ended end,
    case when status = 'cancelled' then ended end, case when status = 'cancelled' then 'customer' end, fee,
    case when ended <= removable then ended + interval '${dataDays} days' end
  from (select n, bench.at(n) as at, case when n % 50 = 1 then 'test' else 'live' end as mode,
      now() - interval '${dataDays} days' as removable from ${numbers}) n,
    lateral (select case when at > now() - interval '2 days' and n % 2 = 0 then 'draft'
      when at > now() - interval '4 days' then case when n % 3 = 0 then 'posted' else 'accepted' end
      when n % 17 = 3 then 'cancelled' else 'completed' end as status) st,
    lateral (select case when status = 'cancelled' and n % 10 = 3 then 1500 end as fee,
      case when status in ('completed', 'cancelled') then at + interval '26 hours' + bench.chance(n, 9) * interval '2 days'
        when status = 'accepted' then at + interval '5 hours' else at end as ended) e, s, a`

const events = `
  insert into job_event (job_id, at, actor, actor_id, from_status, to_status, reason)
  select job.id, e.at, e.actor, e.actor_id, e.before, e.after, e.reason
  from job, lateral (values
    (created_at, 'partner', null::uuid, null, 'draft', 'created'),
    (link_opened_at, 'customer', customer_id, null, null, 'open'),
    (posted_at, 'customer', customer_id, 'draft', 'posted', 'publish'),
    (accepted_at, 'carrier', carrier_id, 'posted', 'accepted', 'accept'),
    (collected_at, 'carrier', carrier_id, null, null, 'collect'),
    (completed_at, 'system', null, 'accepted', 'completed', 'captured'),
    (cancelled_at, 'customer', customer_id, 'posted', 'cancelled', 'cancel')) e(at, actor, actor_id, before, after, reason)
  where ${ofThese} and e.at is not null`

/** Texts and notices are deleted 30 days after the end of their job. */
const texts = `
  insert into sms (id, job_id, key_id, mode, to_phone, body, provider, status, attempts, give_up_at, created_at, sent_at,
    kind, delivery)
  select bench.id('sms', substr(external_reference, 5)::bigint, created_at), id, key_id, mode, customer_phone,
    'Large: your delivery is ready, Madrid to Teruel, 45.20 €: https://dray.example/draft/' || short_id, 'outbox', 'sent', 1,
    created_at + interval '1 day', created_at, created_at, 'draft', 'delivered'
  from job where ${ofThese} and updated_at > now() - interval '${textDays} days'`

const notices = `
  insert into notice (account_id, kind, job_id, created_at, told_at)
  select customer_id, e.kind, id, e.at, e.at from job, lateral (values
    ('job_posted', posted_at), ('job_accepted', accepted_at), ('job_completed', completed_at)) e(kind, at)
  where ${ofThese} and updated_at > now() - interval '${textDays} days' and e.at is not null and customer_id is not null`

const ratings = `
  insert into rating (job_id, by_role, account_id, about_account_id, stars, comment, created_at)
  select id, role, case role when 'customer' then customer_id else carrier_id end,
    case role when 'customer' then carrier_id else customer_id end, 3 + n % 3, case when n % 4 = 0 then 'Quick.' end, completed_at
  from (select *, substr(external_reference, 5)::bigint as n from job where ${ofThese} and status = 'completed') j,
    (values ('customer'), ('carrier')) by(role)
  where case role when 'customer' then n % 5 < 3 else n % 3 = 0 end`

const reports = `
  insert into job_problem (id, job_id, reported_by, kind, status, resolved_at, created_at)
  select bench.id('problem', n, completed_at), id, 'customer', 'damaged', case when is_open then 'open' else 'dismissed' end,
    case when not is_open then completed_at + interval '1 day' end, completed_at
  from (select *, substr(external_reference, 5)::bigint as n, completed_at > now() - interval '2 days' as is_open
    from job where ${ofThese} and status = 'completed') j where n % 100 = 5`

const notes = `
  insert into job_note (id, job_id, author_name, text, created_at)
  select bench.id('note', n, created_at), id, 'Member 1', 'The customer called: the lift is broken.', created_at
  from (select *, substr(external_reference, 5)::bigint as n from job where ${ofThese}) j where n % 33 = 5`

const photos = `
  insert into photo (name, job_id, position, bytes, width, height, created_at, purpose)
  select md5('photo' || id), id, 1, 90000, 1200, 900, created_at, 'item'
  from job where ${ofThese} and created_at > now() - interval '150 days'`

/** Statements about the jobs from number `$1` on, before `$2`. */
export const fillJobs: readonly string[] = [jobs, events, texts, notices, ratings, reports, notes, photos]

/** Rows that need all jobs. */
export const afterJobs: readonly string[] = [
  `insert into carrier_strike (carrier_id, job_id, at)
    select carrier_id, id, cancelled_at from job where status = 'cancelled' and carrier_id is not null`,
]
