-- Daily comparison with the payment processor, and the figures of months that were closed.
-- No locks on other tables.

-- One comparison for each day of UTC and processor, done by a background task with a lease (db/leased-rows.ts).
create table reconciliation_run (
  id uuid primary key,
  processor text not null,
  day date not null,
  status text not null default 'due' check (status in ('due', 'running', 'done', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claim_id uuid,
  last_error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  -- The last comparison that was finished; null before the first.
  ended_at timestamptz,
  -- Counts and sums of both sides by kind.
  figures jsonb not null default '[]',
  -- Items of the processor that were not made by Dray.
  elsewhere integer not null default 0,
  -- Whether there were more differences than are stored.
  is_more boolean not null default false,
  unique (day, processor)
);
create index reconciliation_run_due on reconciliation_run (due_at) where status in ('due', 'running');
create index reconciliation_run_failed on reconciliation_run (created_at)
  where status <> 'done' and last_error is not null;

-- An item that differs. It belongs to the run that found it first; later runs that include its day settle it when both
-- sides agree.
create table reconciliation_difference (
  id uuid primary key,
  run_id uuid not null references reconciliation_run on delete cascade,
  processor text not null,
  "check" text not null check ("check" in ('not_at_processor', 'not_in_books', 'differs')),
  kind text not null check (kind in ('hold', 'capture', 'refund', 'transfer')),
  -- The reference at the processor, or else the payment.
  subject text not null,
  payment_id uuid,
  reference text,
  ours text,
  our_cents bigint,
  theirs text,
  their_cents bigint,
  -- When the item was made.
  item_at timestamptz not null,
  found_at timestamptz not null default now(),
  -- Both sides agree again.
  settled_at timestamptz,
  -- Staff know why it differs.
  explained_at timestamptz,
  explained_by text,
  explanation text,
  unique (processor, kind, subject),
  check ((explained_at is null) = (explanation is null))
);
create index reconciliation_difference_run on reconciliation_difference (run_id, id);
create index reconciliation_difference_open on reconciliation_difference (processor, item_at)
  where settled_at is null;
create index reconciliation_difference_waiting on reconciliation_difference (found_at)
  where settled_at is null and explained_at is null;

-- The figures of a month as they were when it was closed.
create table month_closing (
  -- Such as 2026-03, of UTC.
  month text primary key check (month ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  closed_at timestamptz not null default now(),
  closed_by text not null,
  reason text not null,
  figures jsonb not null,
  -- The last comparison with the ledger, made once a day, and what it found.
  checked_at timestamptz not null default now(),
  differs_since timestamptz,
  differences jsonb not null default '[]'
);
create index month_closing_checked on month_closing (checked_at);

-- What was closed stays as it was. A restore truncates and copies, which this allows.
create or replace function refuse_closing_change() returns trigger language plpgsql as $$
begin
  raise exception 'a closed month does not change';
end
$$;
create trigger month_closing_final before update of month, closed_by, reason, figures or delete
  on month_closing for each row execute function refuse_closing_change();
