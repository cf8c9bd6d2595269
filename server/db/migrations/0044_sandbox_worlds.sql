-- The sandbox of partners (decision 41): the jobs of a test key live in a world with a clock of its key, and people of that world
-- act on them.
-- Locks: ACCESS EXCLUSIVE on job and account, which takes no time; on account also while the unique index of phones is built again
-- (under 2 s for a million accounts).
create table sandbox_world (
  key_id uuid primary key references api_key (id),
  -- How far the clock of the world is ahead of the real one.
  aged_ms double precision not null default 0 check (aged_ms >= 0),
  seed text not null,
  claim_id uuid,
  lease_until timestamptz,
  used_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);

-- How far the instants of a job were moved back, so that they can be shown as they were.
alter table job add column aged_ms double precision not null default 0;

-- Null for people. A person of a world can have the phone of a person.
alter table account add column sandbox_key_id uuid references api_key (id);
alter table account drop constraint account_phone_key;
create unique index account_phone_key on account (phone) where sandbox_key_id is null;
create index account_sandbox on account (sandbox_key_id) where sandbox_key_id is not null;

-- When a story goes on: `next_act` is what happens then, or null when the story only looks again.
create table sandbox_story (
  job_id uuid primary key references job (id) on delete cascade,
  key_id uuid not null references api_key (id),
  next_at timestamptz not null,
  next_act text
);
create index sandbox_story_next on sandbox_story (next_at);
create index sandbox_story_key on sandbox_story (key_id, next_at);

-- A test job takes the clock of its world, and its story begins in the same transaction. The share lock waits for a clock that is
-- being moved, so there must be a row to lock.
create or replace function join_sandbox_world() returns trigger language plpgsql as $$
begin
  insert into sandbox_world (key_id, seed) values (new.key_id, 'dray') on conflict do nothing;
  select aged_ms into new.aged_ms from sandbox_world where key_id = new.key_id for share;
  new.aged_ms := coalesce(new.aged_ms, 0);
  return new;
end $$;
create trigger job_of_world before insert on job for each row when (new.mode = 'test' and new.key_id is not null)
  execute function join_sandbox_world();

create or replace function begin_sandbox_story() returns trigger language plpgsql as $$
begin
  insert into sandbox_story (job_id, key_id, next_at) values (new.id, new.key_id, new.created_at);
  return null;
end $$;
create trigger job_story after insert on job for each row
  when (new.mode = 'test' and new.key_id is not null and new.customer_phone like '+447700900%')
  execute function begin_sandbox_story();
