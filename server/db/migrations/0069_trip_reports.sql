-- A carrier reports that the goods could not be collected (decision 66): "customer absent", "not as described", "wrong
-- address", "breakdown".
-- Locks: ACCESS EXCLUSIVE on job for an instant; no table is read or rewritten.

-- The fee for a wasted trip that is the customer's fault. A job keeps what its customer was shown; 0 for those before.
alter table job add column trip_fee_cents integer not null default 0;

-- Also the carrier's answer to the customer's report "not collected". Both columns are set together.
alter table job_problem add column answer text;
alter table job_problem add column answered_at timestamptz;

-- The id is made by the client. `open` waits for the customer's answer, `answered` for staff.
create table trip_report (
  id uuid primary key,
  job_id uuid not null references job on delete cascade,
  carrier_id uuid not null references account,
  kind text not null check (kind in ('customer_absent', 'not_as_described', 'wrong_address', 'breakdown')),
  status text not null check (status in ('open', 'answered', 'upheld', 'dismissed', 'withdrawn', 'lapsed')),
  -- What it costs the customer if it is upheld.
  fee_cents integer not null check (fee_cents >= 0),
  -- When the carrier came, by the clock of the phone.
  arrived_at timestamptz,
  -- Kilometres from the pickup to the phone, with one decimal. The position itself is not stored.
  away_km double precision,
  text text,
  -- The end of the time for the customer's answer, then of the time for the decision of staff.
  due_at timestamptz,
  answer text,
  answered_at timestamptz,
  -- Why staff decided so; for staff.
  resolution text,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status in ('open', 'answered')) = (due_at is not null)),
  check ((status in ('open', 'answered')) = (resolved_at is null))
);
create index trip_report_job on trip_report (job_id, created_at);
create index trip_report_carrier on trip_report (carrier_id, created_at);
create index trip_report_due on trip_report (due_at) where status in ('open', 'answered');
-- A job has one report that is not decided.
create unique index trip_report_undecided on trip_report (job_id) where status in ('open', 'answered');
