-- Money in integer cents, instants in UTC (timestamptz), ids UUID v7 made by the server.

create table partner (
  id uuid primary key,
  company_name text not null,
  -- Language of the SMS; null follows the country of the customer's phone.
  sms_language text check (sms_language in ('en', 'es')),
  suspended_at timestamptz,
  created_at timestamptz not null default now()
);

-- A key record outlives its secrets: jobs and the rate counter hang on the record (spec 5.6, 8).
create table api_key (
  id uuid primary key,
  partner_id uuid not null references partner,
  mode text not null check (mode in ('live', 'test')),
  rate_limit_per_minute integer not null check (rate_limit_per_minute between 1 and 100000),
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);
create index api_key_partner on api_key (partner_id);

create table api_key_secret (
  -- SHA-256 of the whole value; 155 random bits make a slow hash needless.
  hash bytea primary key,
  key_id uuid not null references api_key,
  prefix text not null,
  last_four text not null,
  created_at timestamptz not null default now(),
  -- Set by "regenerate": from then on the old value is answered 403.
  replaced_at timestamptz
);
create index api_key_secret_key on api_key_secret (key_id);

-- Versioned: a row is never changed, and a job keeps the one it was priced with.
create table tariff (
  id uuid primary key,
  partner_id uuid references partner,
  starts_at timestamptz not null,
  terms jsonb not null,
  created_at timestamptz not null default now()
);
create index tariff_start on tariff (partner_id, starts_at);

create table job (
  id uuid primary key,
  short_id text not null unique,
  key_id uuid references api_key,
  mode text not null check (mode in ('live', 'test')),
  status text not null check (status in ('draft', 'posted', 'accepted', 'completed', 'cancelled')),
  external_reference text,
  -- Uniqueness is judged on the NFC form, the partner reads back what it sent.
  external_reference_nfc text,
  title text not null,
  description text,
  size text not null check (size in ('S', 'M', 'L', 'XL')),
  customer_phone text not null,
  -- Stop, Route and Price as `server/jobs/job.ts` types them; every amount in cents.
  pickup jsonb not null,
  dropoff jsonb not null,
  route jsonb not null,
  duration_minutes integer not null,
  tariff_id uuid not null references tariff,
  price jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null
);
-- Nulls are distinct: jobs without a reference, and jobs started in the app, never collide.
create unique index job_reference on job (key_id, external_reference_nfc);
create index job_draft_expiry on job (expires_at) where status = 'draft';

create table job_event (
  id bigint generated always as identity primary key,
  job_id uuid not null references job on delete cascade,
  at timestamptz not null default now(),
  actor text not null check (actor in ('partner', 'customer', 'carrier', 'staff', 'system')),
  actor_id uuid,
  from_status text,
  to_status text,
  reason text not null
);
create index job_event_job on job_event (job_id, id);

-- A row stands before its file is stored and until its file is deleted, so no crash leaves a file nobody knows of.
create table photo (
  name text primary key,
  job_id uuid references job on delete set null,
  position smallint not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null default now()
);
create index photo_job on photo (job_id, position);
create index photo_orphan on photo (created_at) where job_id is null;

-- One row per text, committed before the provider is called. `due_at` is both the next try and the lease of the
-- running one: whoever claims the row moves it forward, and a claim that dies is found when it passes.
create table sms (
  id uuid primary key,
  job_id uuid not null references job on delete cascade,
  key_id uuid references api_key,
  mode text not null check (mode in ('live', 'test')),
  to_phone text not null,
  body text not null,
  provider text not null,
  status text not null check (status in ('pending', 'sending', 'sent', 'failed', 'unknown')),
  attempts integer not null default 0,
  unknown_outcomes integer not null default 0,
  due_at timestamptz not null default now(),
  claim_id uuid,
  give_up_at timestamptz not null,
  provider_message_id text,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index sms_job on sms (job_id);
create index sms_due on sms (due_at) where status in ('pending', 'sending');
-- For the daily caps, which are on what leaves this house: the outbox has none.
create index sms_per_number on sms (to_phone, created_at) where provider <> 'outbox';
create index sms_per_key on sms (key_id, created_at) where provider <> 'outbox';

-- Optional `Idempotency-Key` of the create call. Holds no body: a replay is built from the job again.
create table idempotency_key (
  key_id uuid not null references api_key,
  idempotency_key text not null,
  request_hash bytea not null,
  claim_id uuid not null,
  lease_until timestamptz not null,
  -- No foreign key, as checking it a thousand times costs a sweep more than the deleting: the sweep deletes both.
  job_id uuid,
  sms_sent boolean,
  created_at timestamptz not null default now(),
  primary key (key_id, idempotency_key)
);
create unique index idempotency_key_claim on idempotency_key (claim_id);
create index idempotency_key_job on idempotency_key (job_id) where job_id is not null;
create index idempotency_key_age on idempotency_key (created_at);

-- Shared by estimate and create. The key is a hash: an address is personal data and outlives no draft here.
create table geocode_cache (
  key bytea primary key,
  outcome jsonb not null,
  expires_at timestamptz not null
);
create index geocode_cache_expiry on geocode_cache (expires_at);

-- GeoNames postal rows, brought in by `dray geo import postcodes FILE`.
create table postcode (
  country text not null,
  postcode text not null,
  place text not null,
  province text not null,
  municipality_code text,
  lat double precision not null,
  lon double precision not null,
  accuracy smallint
);
create index postcode_code on postcode (country, postcode);

-- One-time links to the operator panel; only the hash of the token is kept.
create table admin_sign_in (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
