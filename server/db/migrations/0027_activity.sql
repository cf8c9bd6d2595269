-- What partners call, what the providers answer, and how far a handed-over job comes.
-- Locks: ACCESS EXCLUSIVE on job until the commit of all pending migrations, without reading or rewriting a row.

-- One row for each request with a known key; no body, no address, no personal data. No foreign keys: a batch must not fail
-- because of one row.
create table request_log (
  request_id uuid primary key,
  at timestamptz not null,
  key_id uuid not null,
  partner_id uuid not null,
  method text not null,
  -- The pattern (`/v1/jobs/:job_id`), never the URL.
  route text not null,
  status smallint not null,
  error_code text,
  -- The first refused field.
  field text,
  latency_ms integer not null
);
create index request_log_partner on request_log (partner_id, request_id);
-- Most calls go well; the groups of errors must not read those.
create index request_log_errors on request_log (partner_id) where status >= 400;
create index request_log_key on request_log (key_id, request_id);
create index request_log_age on request_log (at);

-- Bounds the rows of one key, day (UTC) and status.
create table request_log_day (
  key_id uuid not null,
  day date not null,
  status smallint not null,
  calls integer not null,
  primary key (key_id, day, status)
);
create index request_log_day_age on request_log_day (day);

-- Exact counts for charts, kept longer than the log.
create table request_minute (
  key_id uuid not null,
  minute timestamptz not null,
  method text not null,
  route text not null,
  status smallint not null,
  calls integer not null,
  ms_sum bigint not null,
  ms_max integer not null,
  primary key (key_id, minute, method, route, status)
);
create index request_minute_age on request_minute (minute);

create table provider_minute (
  kind text not null,
  provider text not null,
  minute timestamptz not null,
  outcome text not null,
  -- Why a call failed; empty for the others.
  cause text not null,
  calls integer not null,
  ms_sum bigint not null,
  ms_max integer not null,
  last_ms integer not null,
  last_at timestamptz not null,
  primary key (kind, provider, minute, outcome, cause)
);
create index provider_minute_age on provider_minute (minute);

-- When the link of a draft was first followed.
alter table job add column link_opened_at timestamptz;

-- Drafts that were deleted, counted by how far they had come, so that the share of them that ends is known.
create table draft_end (
  partner_id uuid not null,
  mode text not null check (mode in ('live', 'test')),
  -- On which the draft was created (UTC).
  day date not null,
  outcome text not null check (outcome in ('expired', 'withdrawn')),
  stage text not null,
  drafts integer not null,
  primary key (partner_id, mode, day, outcome, stage)
);
create index draft_end_day on draft_end (day);
