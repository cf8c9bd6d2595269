-- What the panel shows of the installation itself: the version of each node, how each task ended last, and the last
-- examination.
-- Locks: ACCESS EXCLUSIVE on node until the commit of all pending migrations, without reading or rewriting a row.
alter table node add column version text, add column node_version text;

-- The last run of each background task, by any node.
create table task_run (
  task text primary key,
  ended_at timestamptz not null,
  ms integer not null,
  -- When the node that ran it runs it again.
  next_at timestamptz not null,
  failed_at timestamptz,
  error text
);

-- What `dray doctor` finds, when it was last run from the panel.
create table examination (
  -- One row, made by the first examination.
  id boolean primary key default true check (id),
  run_id uuid not null,
  -- Null when the member was removed.
  member_id uuid references member (id) on delete set null,
  started_at timestamptz not null default now(),
  -- Moves with each check; an examination that stands still was lost with its node.
  touched_at timestamptz not null default now(),
  finished_at timestamptz,
  checks jsonb not null default '[]'
);
create index examination_member on examination (member_id) where member_id is not null;
