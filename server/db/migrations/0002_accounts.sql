-- People of the app: one account per verified phone, customer and carrier alike.

-- Random values this installation made for itself (the pepper of codes, the keys of web push).
create table installation_secret (
  name text primary key,
  value jsonb not null,
  created_at timestamptz not null default now()
);

create table account (
  id uuid primary key,
  phone text not null unique,
  name text,
  language text not null default 'es' check (language in ('en', 'es')),
  suspended_at timestamptz,
  -- For the operator alone.
  suspended_reason text,
  created_at timestamptz not null default now()
);

-- One row per code asked for, also when none was sent: the limits (DESIGN 3, Codes) are counted over these rows.
create table phone_challenge (
  id uuid primary key,
  phone text not null,
  -- The number without its last two digits: SMS pumping works through a hundred neighbours.
  neighbourhood text not null,
  -- Upper-case ISO code; ZZ where a number belongs to none.
  country text not null,
  -- Of the caller, as `addressSubject` names it.
  client_address text not null,
  language text not null check (language in ('en', 'es')),
  -- HMAC of purpose, challenge, phone and code. Null when the code was kept back, and `kept_back` says by what.
  code_hash bytea,
  kept_back text,
  checks integer not null default 0,
  used_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check ((code_hash is null) <> (kept_back is null))
);
create index phone_challenge_phone on phone_challenge (phone, created_at) where kept_back is null;
create index phone_challenge_neighbourhood on phone_challenge (neighbourhood, created_at) where kept_back is null;
create index phone_challenge_address on phone_challenge (client_address, created_at) where kept_back is null;
create index phone_challenge_country on phone_challenge (country, created_at) where kept_back is null;
create index phone_challenge_sent on phone_challenge (created_at) where kept_back is null;
create index phone_challenge_age on phone_challenge (created_at);

-- Countries that get no codes for a while: many were sent there, and hardly any was used.
create table code_stop (
  country text primary key,
  until timestamptz not null,
  created_at timestamptz not null default now()
);

create table session (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  -- SHA-256 of 32 random bytes.
  token_hash bytea not null unique,
  kind text not null check (kind in ('web', 'native')),
  device text not null,
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create index session_account on session (account_id);
-- For forgetting them.
create index session_expiry on session (expires_at);
create index session_ended on session (ended_at) where ended_at is not null;

-- A code is a text as well; it belongs to no job.
alter table sms alter column job_id drop not null;
alter table sms add column challenge_id uuid references phone_challenge on delete cascade;
alter table sms add constraint sms_about check ((job_id is null) <> (challenge_id is null));
create index sms_challenge on sms (challenge_id) where challenge_id is not null;
