-- How often a client address or an account asked for a price or for suggestions of addresses, by the hour (decision 79).
-- Locks: the new table only.

create table look_up_count (
  -- A keyed hash of what is counted and for whom, so that the table holds no client address.
  subject bytea not null,
  hour timestamptz not null,
  count integer not null,
  primary key (subject, hour)
);
create index look_up_count_age on look_up_count (hour);
