-- The road of a job on its way (decision 74), which the router draws once.
-- Locks: SHARE ROW EXCLUSIVE on job for an instant; no table is read or rewritten.

-- Unlogged, as `carrier_position`: a road leads from one address to the other. A crash of PostgreSQL empties the table, and
-- the jobs that were on their way then have no road.
create unlogged table job_road (
  job_id uuid primary key references job on delete cascade,
  -- An encoded polyline; null before the router has drawn it, and if it cannot.
  line text,
  -- When the router is asked again; null when it was drawn, or is not asked any more.
  due_at timestamptz default now(),
  tries integer not null default 0
);

-- The row is the task. A trigger and not a statement of the act, because a node of the version before collects too; a pin
-- that staff move changes the road.
create or replace function queue_road() returns trigger language plpgsql as $$ begin
  insert into job_road (job_id) values (new.id)
    on conflict (job_id) do update set line = null, due_at = now(), tries = 0; return null; end $$;
create trigger job_road_begins after update of collected_at, pickup, dropoff on job for each row
  when (new.status = 'accepted' and new.collected_at is not null and new.delivered_at is null and (
    old.collected_at is null or old.pickup is distinct from new.pickup or old.dropoff is distinct from new.dropoff))
  execute function queue_road();

-- By the trigger `job_position_ends`, in the statement that ends the way.
create or replace function forget_position() returns trigger language plpgsql as $$ begin
  delete from carrier_position where job_id = new.id; delete from job_road where job_id = new.id; return null; end $$;
