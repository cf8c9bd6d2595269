-- Settings that identify this installation, as the server role that started last runs with them. Commands, workers and
-- `dray doctor` read them, so that a shell without the server's environment does the right thing.
create table installation_setting (
  name text primary key,
  value text not null,
  updated_at timestamptz not null default now()
);

-- Keys that exist already carry the service name in their prefix: it must not change by accident.
insert into installation_setting (name, value)
select 'SERVICE_NAME', regexp_replace(prefix, '_(live|test)_$', '') from api_key_secret
order by created_at desc limit 1;

-- Processes that run now: a heartbeat every few seconds, deleted at the stop. A row older than that is a crashed process.
create table node (
  id uuid primary key,
  role text not null check (role in ('start', 'serve', 'work')),
  host text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Settings this process runs with that differ from `installation_setting`, by name.
  contradictions jsonb not null default '{}'
);

-- Tells keys of one partner apart, and when a key ends by itself (403 from then on).
alter table api_key
  add column label text check (char_length(label) between 1 and 100),
  add column expires_at timestamptz;

-- What operators changed, by whom and when. Ids and settings only: no phone, no name of a customer, no key.
create table audit_event (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_type text not null check (actor_type in ('cli', 'staff', 'partner', 'system')),
  -- Null where the actor has no row: on the command line it is a name alone.
  actor_id uuid,
  actor_name text not null check (char_length(actor_name) between 1 and 100),
  act text not null,
  -- [{"type": "key", "id": "..."}]
  targets jsonb not null default '[]',
  reason text,
  -- {"rate_limit_per_minute": {"from": 100, "to": 200}}; null where nothing but the act itself is of interest.
  changes jsonb
);
create index audit_event_targets on audit_event using gin (targets jsonb_path_ops);

-- Append-only. A restore truncates and copies, which this allows.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_event is append-only';
end
$$;
create trigger audit_event_append_only before update or delete on audit_event
  for each statement execute function refuse_audit_change();
