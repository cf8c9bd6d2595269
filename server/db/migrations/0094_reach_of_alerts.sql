-- no-transaction
-- A new job finds the bases and areas in whose reach it is by their boxes of degrees (`jobs/notices/reach.ts`).
-- Locks: SHARE UPDATE EXCLUSIVE on carrier and carrier_area, which are read while their index is built; writes go on.

-- A box around a circle, which may pass the date line; at a pole it is as wide as any longitude. A degree of latitude
-- has a little more than 111.19 km, so the box is never smaller than the circle.
create or replace function reach_box(lat double precision, lon double precision, radius_km double precision) returns box
  language sql immutable parallel safe as $$
  select box(
    point(lon - radius_km / 111.19 / cos(radians(least(90, abs(lat) + radius_km / 111.19))), lat - radius_km / 111.19),
    point(lon + radius_km / 111.19 / cos(radians(least(90, abs(lat) + radius_km / 111.19))), lat + radius_km / 111.19))
$$;

drop index concurrently if exists carrier_reach;
create index concurrently carrier_reach on carrier using gist (reach_box(base_lat, base_lon, radius_km)) where status = 'approved';
drop index concurrently if exists carrier_area_reach;
create index concurrently carrier_area_reach on carrier_area using gist (reach_box(lat, lon, radius_km)) where has_alerts;
