-- The areas that a carrier saves for the feed, and in which new jobs are told (decision 82).
-- Locks: SHARE ROW EXCLUSIVE on carrier and account for an instant; no table is read or rewritten.
create table carrier_area (
  -- Made by the carrier's device, so that a repeated request is one area.
  id uuid primary key,
  account_id uuid not null references carrier (account_id) on delete cascade,
  name text not null,
  -- Empty for the place of a phone, which is stored with 0.01 degrees.
  address text not null,
  place text not null,
  lat double precision not null check (lat between -90 and 90),
  lon double precision not null check (lon between -180 and 180),
  uncertainty_km double precision not null check (uncertainty_km >= 0),
  radius_km double precision not null check (radius_km between 1 and 500),
  has_alerts boolean not null,
  created_at timestamptz not null default now()
);
create index carrier_area_account on carrier_area (account_id, created_at);

create trigger carrier_area_of_account before insert on carrier_area for each row
  execute function refuse_erased_account('account_id');

-- A node of a version that knows no areas may erase the carrier.
create or replace function forget_areas() returns trigger language plpgsql as $$
begin
  delete from carrier_area where account_id = new.id;
  return null;
end $$;
create trigger account_erased_areas after update of erased_at on account for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_areas();
