-- no-transaction
-- oldest version: 0.2.0
-- On the way (decision 74): the last position of a carrier while a job is collected.
-- Locks: ACCESS EXCLUSIVE and SHARE ROW EXCLUSIVE on job, each for an instant and not with the next migrations; no table is read
-- or rewritten.

-- The customer is told once that the carrier is about to arrive.
alter table job add column if not exists arriving_told_at timestamptz;

-- One row per job, the latest report. Unlogged: no write-ahead log, no archive of it and no backup has a position, and a
-- crash of PostgreSQL empties the table, which the next report fills.
create unlogged table if not exists carrier_position (
  job_id uuid primary key references job on delete cascade,
  lat double precision not null check (lat between -90 and 90),
  lon double precision not null check (lon between -180 and 180),
  accuracy_m integer not null check (accuracy_m >= 0),
  -- When the position was measured, on our clock, and on the clock of the phone, which orders the reports.
  at timestamptz not null,
  phone_at timestamptz not null,
  reported_at timestamptz not null,
  -- When the router was asked last, and what it said about this position.
  routed_at timestamptz,
  arrives_at timestamptz,
  is_approximate boolean
);
-- The table is new.
-- squawk-ignore require-concurrent-index-creation
create index if not exists carrier_position_age on carrier_position (reported_at);

-- A trigger and not a statement of each act, because an act that is added later would forget it.
create or replace function forget_position() returns trigger language plpgsql as $$ begin
  delete from carrier_position where job_id = new.id; return null; end $$;
create or replace trigger job_position_ends after update of status, carrier_id, delivered_at on job for each row
  when (old.collected_at is not null and old.status = 'accepted' and (
    new.status <> 'accepted' or new.delivered_at is not null or new.carrier_id is distinct from old.carrier_id))
  execute function forget_position();

-- Names the job and its customer, who alone is told; never the position.
create or replace function tell_position() returns trigger language plpgsql as $$ declare told uuid; begin
  select customer_id into told from job where id = coalesce(new.job_id, old.job_id); if told is not null then
    perform pg_notify('dray_live', 'position:' || coalesce(new.job_id, old.job_id) || ':' || told); end if; return null; end $$;
create or replace trigger carrier_position_live after insert or update of at, arrives_at on carrier_position for each row
  when (new.reported_at > now() - interval '1 minute') execute function tell_position();
create or replace trigger carrier_position_gone after delete on carrier_position for each row execute function tell_position();
