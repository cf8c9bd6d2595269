-- The life of a job after its draft (spec part 3), and who carries it.

create table carrier (
  account_id uuid primary key references account,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected', 'suspended')),
  -- Why, for the carrier to read; set with every status the operator gives.
  status_reason text,
  status_changed_at timestamptz not null default now(),
  -- The largest size that fits.
  vehicle_size text not null check (vehicle_size in ('S', 'M', 'L', 'XL')),
  vehicle text not null,
  base_address text not null,
  base_lat double precision not null,
  base_lon double precision not null,
  radius_km double precision not null check (radius_km between 1 and 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index carrier_status on carrier (status);

-- Where a carrier's money goes, at each processor.
create table payout_account (
  carrier_id uuid not null references carrier,
  processor text not null,
  reference text not null,
  ready boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (carrier_id, processor)
);
create index payout_account_reference on payout_account (reference);

-- A carrier that gives a job back after accepting it (DESIGN 3, Life: three in 30 days suspend).
create table carrier_strike (
  carrier_id uuid not null references carrier,
  job_id uuid not null references job,
  at timestamptz not null default now(),
  primary key (carrier_id, job_id)
);

alter table job
  add column origin text not null default 'partner' check (origin in ('partner', 'app')),
  add column customer_id uuid references account,
  add column carrier_id uuid references carrier,
  add column notes text,
  add column posted_at timestamptz,
  add column accepted_at timestamptz,
  add column collected_at timestamptz,
  -- The carrier's word; `completed_at` follows when the capture is confirmed.
  add column delivered_at timestamptz,
  add column completed_at timestamptz,
  add column cancelled_at timestamptz,
  add column cancelled_by text check (cancelled_by in ('customer', 'carrier', 'staff', 'system')),
  -- Of the cancellation; taken from the hold.
  add column cancellation_fee_cents integer,
  -- Since when a job is kept out of the feed because its hold could not be renewed; cancelled 24 h later.
  add column hidden_at timestamptz,
  -- What a carrier sees before accepting: rounded to 0.01 degrees, so that no door can be found from it.
  add column feed_lat double precision,
  add column feed_lon double precision;
create index job_customer on job (customer_id, id) where customer_id is not null;
create index job_carrier on job (carrier_id, id) where carrier_id is not null;
-- Whether a draft waits for a number: such a number is sent its code where a country or its neighbours are not.
create index job_draft_phone on job (customer_phone) where status = 'draft';
create index job_hidden on job (hidden_at) where hidden_at is not null and status = 'posted';
-- The few whose hold is looked after, among the many that are over.
create index job_needs_hold on job (id) where status in ('posted', 'accepted');

-- A photo of the delivery is no photo of the goods; an upload belongs to its account until a job takes it.
alter table photo
  add column purpose text not null default 'item' check (purpose in ('item', 'delivery')),
  add column account_id uuid references account;


create table rating (
  job_id uuid not null references job on delete cascade,
  -- Who gives it.
  by_role text not null check (by_role in ('customer', 'carrier')),
  account_id uuid not null references account,
  about_account_id uuid not null references account,
  stars smallint not null check (stars between 1 and 5),
  comment text,
  created_at timestamptz not null default now(),
  primary key (job_id, by_role)
);
create index rating_about on rating (about_account_id, by_role);
