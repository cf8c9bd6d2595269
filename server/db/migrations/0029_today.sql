-- What `server/today` needs: the result of the last check of the ledger, entries that were put off, and an index for each
-- state that would otherwise be looked for in a whole table.
-- Locks: SHARE on payment_effect, job and sms until the commit of all pending migrations; one read of the table for each
-- index.
create table ledger_check (
  -- One row, made by the first check.
  id boolean primary key default true check (id),
  -- When a node may check again; a node that checks has it for two minutes.
  due_at timestamptz not null default now(),
  checked_at timestamptz,
  -- When the next check is ten minutes late.
  late_at timestamptz not null default now() + interval '10 minutes',
  -- The first of the checks that found differences without a break.
  unbalanced_since timestamptz,
  differences jsonb not null default '[]'
);

create table today_snooze (
  kind text not null,
  subject_id text not null,
  until timestamptz not null,
  primary key (kind, subject_id)
);
create index today_snooze_end on today_snooze (until);

create index payment_effect_refused on payment_effect (settled_at)
  where status = 'refused' and kind in ('refund', 'transfer');
-- Jobs that may owe money (jobs/money/owed.ts).
create index job_owed on job (coalesce(delivered_at, cancelled_at))
  where mode = 'live' and data_removed_at is null
    and (status = 'accepted' and delivered_at is not null or status = 'cancelled' and cancellation_fee_cents > 0);
create index job_opened_draft on job (expires_at) where status = 'draft' and customer_id is not null;
create index job_coarse on job (id)
  where status in ('draft', 'posted') and customer_id is not null
    and ((pickup->>'uncertaintyKm')::float8 + (dropoff->>'uncertaintyKm')::float8)
      > greatest(5, 0.2 * (route->>'distanceKm')::float8);
create index sms_not_arrived on sms (job_id)
  where kind = 'draft' and mode = 'live'
    and (status in ('failed', 'unknown') or delivery in ('undelivered', 'failed'));
