-- How far a carrier's base may be off; bases that were located before count as known to a town.
alter table carrier add column base_uncertainty_km double precision not null default 6
  check (base_uncertainty_km >= 0);

-- Which countries have postcodes, and since when. Nodes compare `import_id` to notice that their remembered
-- addresses are out of date.
create table postcode_import (
  country text primary key,
  import_id uuid not null,
  row_count integer not null,
  imported_at timestamptz not null default now()
);
insert into postcode_import (country, import_id, row_count)
  select country, gen_random_uuid(), count(*) from postcode group by country;
