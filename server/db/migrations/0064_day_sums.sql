-- Figures, statements and funnels read sums of the days that have ended, and rows only of the others (decision 63).
-- Locks: SHARE ROW EXCLUSIVE on ledger_transfer and job, ACCESS EXCLUSIVE on ledger_check, all without reading a row.

-- A day (UTC) whose sums are written. Deleting its row deletes its sums; the background writes them again.
create table summed_day (
  day date primary key,
  summed_at timestamptz not null default now(),
  -- The jobs whose money was shared out on the day, by their state. A month counts each job once.
  completed_ids uuid[] not null,
  cancelled_ids uuid[] not null
);

-- Movements of live money. All wallets are one account, and so are all holds, captured payments and carriers.
create table ledger_day_sum (
  day date not null references summed_day on delete cascade,
  debit text not null,
  credit text not null,
  kind text not null,
  movements bigint not null,
  cents bigint not null,
  primary key (day, debit, credit, kind)
);

-- Movements of the jobs that a partner handed over, as in its statement.
create table partner_day_sum (
  partner_id uuid not null,
  day date not null references summed_day on delete cascade,
  captured_cents bigint not null,
  refunded_cents bigint not null,
  carrier_cents bigint not null,
  platform_cents bigint not null,
  waiting_cents bigint not null,
  cancellation_cents bigint not null,
  job_ids uuid[] not null,
  primary key (partner_id, day)
);
create index partner_day_sum_day on partner_day_sum (day);

-- Live jobs that ended on the day, by the day of their creation; partner_id is null in the sums of all partners.
create table ended_day_sum (
  day date not null references summed_day on delete cascade,
  created_day date not null,
  partner_id uuid,
  stage text not null,
  status text not null check (status in ('completed', 'cancelled')),
  jobs bigint not null
);
create unique index ended_day_sum_key on ended_day_sum (partner_id, created_day, stage, status, day) nulls not distinct;
create index ended_day_sum_day on ended_day_sum (day);

-- A row that is written, changed or deleted after its day was summed deletes the sums of that day, in its own transaction.
-- The task takes the lock of a day alone, and each writer shares it until its commit: either the task sees the row, or the
-- writer sees the sums.
create or replace function forget_day_sums(late date) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtext('dray: day sums'), late - date '2000-01-01');
  delete from summed_day where day = late;
end $$;

create or replace function ledger_row_changed() returns trigger language plpgsql as $$
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  if tg_op <> 'INSERT' and old.mode = 'live' then perform forget_day_sums((old.at at time zone 'utc')::date); end if;
  if tg_op <> 'DELETE' and new.mode = 'live' then perform forget_day_sums((new.at at time zone 'utc')::date); end if;
  return null;
end $$;
create trigger ledger_day_sums after insert or update or delete on ledger_transfer
  for each row execute function ledger_row_changed();

-- The sums of a day count the jobs that ended on it, and movements by the state of their job.
create or replace function forget_sums_of_job(changed_id uuid, ended_at timestamptz) returns void language plpgsql as $$
begin
  perform forget_day_sums((ended_at at time zone 'utc')::date);
  perform forget_day_sums(day) from (
    select distinct (at at time zone 'utc')::date as day from ledger_transfer
    where job_id = changed_id and mode = 'live'
      and kind in ('capture', 'refund', 'refund_failed', 'share', 'fee', 'correction')) booked;
end $$;

create or replace function ended_job_changed() returns trigger language plpgsql as $$
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  if tg_op <> 'INSERT' and old.mode = 'live' and old.status in ('completed', 'cancelled') then
    perform forget_sums_of_job(old.id, case old.status when 'completed' then old.completed_at else old.cancelled_at end);
  end if;
  if tg_op <> 'DELETE' and new.mode = 'live' and new.status in ('completed', 'cancelled') then
    perform forget_sums_of_job(new.id, case new.status when 'completed' then new.completed_at else new.cancelled_at end);
  end if;
  return null;
end $$;
create trigger job_day_sums after update on job for each row
  when ((old.status in ('completed', 'cancelled') or new.status in ('completed', 'cancelled'))
    and (old.status, old.mode, old.key_id, old.created_at, old.posted_at, old.accepted_at, old.completed_at, old.cancelled_at)
      is distinct from
      (new.status, new.mode, new.key_id, new.created_at, new.posted_at, new.accepted_at, new.completed_at, new.cancelled_at))
  execute function ended_job_changed();
create trigger job_added_day_sums after insert on job for each row
  when (new.status in ('completed', 'cancelled')) execute function ended_job_changed();
create trigger job_deleted_day_sums after delete on job for each row
  when (old.status in ('completed', 'cancelled')) execute function ended_job_changed();

-- How far the check of the whole ledger has come; it goes on from there after a stop or a crash.
alter table ledger_check add column walk jsonb;
