-- A time for the collection (decision 69): up to three wishes of the customer, and the windows that customer and carrier propose.
-- Locks: ACCESS EXCLUSIVE on job for an instant, SHARE ROW EXCLUSIVE on job and account; no table is read or rewritten.

-- The window on which customer and carrier have agreed. The deadline for the collection counts from its end.
alter table job add column window_starts_at timestamptz;
alter table job add column window_ends_at timestamptz;

create table job_wish (
  job_id uuid not null references job on delete cascade,
  position integer not null check (position between 1 and 3),
  -- In the time of the pickup, as the customer chose it.
  day text not null,
  part text not null check (part in ('morning', 'afternoon', 'evening')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  primary key (job_id, position)
);

-- The id is made by the client. `replaced`: by a later proposal or agreement; `ended`: staff moved the job to another carrier.
create table job_window (
  id uuid primary key,
  job_id uuid not null references job on delete cascade,
  carrier_id uuid not null references account,
  proposed_by text not null check (proposed_by in ('customer', 'carrier')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at > starts_at),
  status text not null check (status in ('proposed', 'agreed', 'replaced', 'ended')),
  -- The carrier took a time within a wish, so the customer had agreed before.
  is_wish boolean not null default false,
  created_at timestamptz not null,
  agreed_at timestamptz
);
create index job_window_job on job_window (job_id, created_at);
create index job_window_carrier on job_window (carrier_id);
-- A job has one open proposal and one agreed window.
create unique index job_window_proposed on job_window (job_id) where status = 'proposed';
create unique index job_window_agreed on job_window (job_id) where status = 'agreed';

-- A reminder that is due later. It is written when a window is agreed, and deleted when it is moved or told.
create table window_reminder (
  window_id uuid not null references job_window on delete cascade,
  job_id uuid not null references job on delete cascade,
  lead text not null check (lead in ('day', 'hour')),
  due_at timestamptz not null,
  primary key (window_id, lead)
);
create index window_reminder_job on window_reminder (job_id);
create index window_reminder_due on window_reminder (due_at);
