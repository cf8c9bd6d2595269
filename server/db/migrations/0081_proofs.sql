-- no-transaction
-- Proof of the collection and the delivery (decision 73): what is asked of a carrier, and what the carrier sent.
-- Locks: SHARE ROW EXCLUSIVE on job and account, and ACCESS EXCLUSIVE on photo, all without reading a row. The check of photo is read
-- while writes go on.

-- One row for the present carrier of a job, written when the job is accepted or moved. Jobs from before have none.
create table if not exists asked_proof (
  job_id uuid primary key references job on delete cascade,
  carrier_id uuid not null references account,
  collection text not null check (collection in ('off', 'asked', 'required')),
  delivery text not null check (delivery in ('off', 'asked', 'required')),
  -- Shown to the customer until the delivery, then deleted. Null if none is asked.
  code text,
  code_checks integer not null default 0,
  -- The last wrong code, so that a repeated request is counted once.
  wrong_code text,
  code_result text check (code_result in ('used', 'bypassed'))
);

-- The photo is the one of the job with this purpose. `tapped_at` is from the clock of the phone.
create table if not exists job_proof (
  job_id uuid not null references job on delete cascade,
  step text not null check (step in ('collection', 'delivery')),
  carrier_id uuid not null references account,
  tapped_at timestamptz,
  received_at timestamptz not null,
  lat double precision,
  lon double precision,
  accuracy_m double precision,
  primary key (job_id, step)
);
create index concurrently if not exists job_proof_carrier on job_proof (carrier_id);
create index concurrently if not exists asked_proof_carrier on asked_proof (carrier_id);

alter table photo drop constraint if exists photo_purpose_check;
alter table photo
  add constraint photo_purpose_check check (purpose in ('item', 'collection', 'delivery', 'problem')) not valid;
alter table photo validate constraint photo_purpose_check;
