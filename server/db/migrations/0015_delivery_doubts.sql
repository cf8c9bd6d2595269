-- Deliveries sooner than the trip can take, problems that customers report, and money that waits until somebody has looked.

-- While a row is not lifted, the money of its job does not move on: a delivered job is not captured (until its card hold is
-- about to end), and its carrier is not paid. A row with `until` is lifted then, without a person.
create table money_block (
  job_id uuid not null references job on delete cascade,
  cause text not null check (cause in ('early_delivery', 'problem', 'dispute', 'fraud_warning')),
  until timestamptz,
  created_at timestamptz not null default now(),
  lifted_at timestamptz,
  primary key (job_id, cause)
);
create index money_block_open on money_block (created_at) where lifted_at is null;

-- When the carrier tapped "collected", by the clock of the phone: a tap without a connection arrives later.
alter table job add column collected_tapped_at timestamptz;

-- A delivery reported sooner than the trip can take. Where real money moves it comes with a money_block.
create table delivery_doubt (
  job_id uuid primary key references job on delete cascade,
  -- The earliest plausible delivery when it was reported.
  earliest_at timestamptz not null,
  -- The carrier's explanation; null where none was needed.
  reason text,
  resolved_by text check (resolved_by in ('customer', 'staff', 'system')),
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  check ((resolved_by is null) = (resolved_at is null))
);

-- "Something is wrong", by the customer or by staff for them. The id is made by the client.
create table job_problem (
  id uuid primary key,
  job_id uuid not null references job on delete cascade,
  reported_by text not null check (reported_by in ('customer', 'staff')),
  kind text not null check (kind in
    ('not_collected', 'not_delivered', 'damaged', 'missing', 'carrier_behaviour', 'other')),
  text text,
  status text not null default 'open' check (status in ('open', 'upheld', 'dismissed')),
  -- Why staff decided so; for staff.
  resolution text,
  resolved_at timestamptz,
  created_at timestamptz not null default now(),
  check ((status = 'open') = (resolved_at is null))
);
create index job_problem_job on job_problem (job_id, created_at);
create index job_problem_open on job_problem (created_at) where status = 'open';

alter table photo drop constraint photo_purpose_check;
alter table photo add constraint photo_purpose_check check (purpose in ('item', 'delivery', 'problem'));
