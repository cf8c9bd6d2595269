-- A sandbox world stays still until a call moves it, and a test key may have several worlds, by their names. The default world has
-- the empty name; jobs and people of it have null.
-- A server of the version before cannot make a world any more, so calls of test keys to it may fail until it is replaced.
-- Its tasks do not find their jobs through the new indexes, and read the whole table until then.
-- Locks: ACCESS EXCLUSIVE on job and account until the commit of all pending migrations, with one read of job for each of
-- its four indexes, and one of account.
alter table sandbox_world add column name text not null default '' check (name ~ '^[A-Za-z0-9_-]{0,64}$');
alter table sandbox_world drop constraint sandbox_world_pkey;
alter table sandbox_world add constraint sandbox_world_pkey primary key (key_id, name);
-- Negative where the clock of the world is behind the real one.
alter table sandbox_world drop constraint sandbox_world_aged_ms_check;
-- The real instant at which the clock of the world was stopped: the world shows this instant plus `aged_ms`.
alter table sandbox_world add column stopped_at timestamptz not null default now();

alter table job add column sandbox_world text;
alter table account add column sandbox_world text;

-- What a task of the background looks for in real time is found without the still jobs: a test key can leave millions
-- of drafts whose end has passed. The tasks have exactly this condition (db/worlds.ts).
drop index job_draft_expiry, job_uncollected, job_needs_hold;
create index job_draft_expiry on job (expires_at) where status = 'draft' and (mode = 'live' or key_id is null);
create index job_uncollected on job (accepted_at)
  where status = 'accepted' and collected_at is null and (mode = 'live' or key_id is null);
create index job_needs_hold on job (id) where status in ('posted', 'accepted') and (mode = 'live' or key_id is null);
-- The jobs and people of one world, the oldest first: a key may have a hundred worlds.
create index job_world on job (key_id, coalesce(sandbox_world, ''), id) where mode = 'test' and key_id is not null;
drop index account_sandbox;
create index account_sandbox on account (sandbox_key_id, coalesce(sandbox_world, ''), id)
  where sandbox_key_id is not null;

-- A new test job is created at the instant at which its world stands. Whole milliseconds, rounded so that it is not later.
create or replace function join_sandbox_world() returns trigger language plpgsql as $$
begin
  -- Again when the world was deleted while this waited for it.
  loop
    insert into sandbox_world (key_id, name, seed) values (new.key_id, coalesce(new.sandbox_world, ''), 'dray') on conflict do nothing;
    select aged_ms - ceil(extract(epoch from now() - stopped_at) * 1000) into new.aged_ms
      from sandbox_world where key_id = new.key_id and name = coalesce(new.sandbox_world, '') for share;
    exit when found;
  end loop;
  return new;
end $$;
