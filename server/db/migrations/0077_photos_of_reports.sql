-- no-transaction
-- The photo that a carrier sends with a report is shown with it, to the customer and to staff (decision 66).
-- Locks: ACCESS EXCLUSIVE on photo and SHARE ROW EXCLUSIVE on trip_report, both without reading a row. The index and the check of the
-- key read photo; writes go on.

-- Null for all other photos, and for those that were sent before.
alter table photo add column if not exists trip_report_id uuid;
alter table photo drop constraint if exists photo_trip_report_id_fkey;
alter table photo
  add constraint photo_trip_report_id_fkey foreign key (trip_report_id) references trip_report(id) on delete set null not valid;
alter table photo validate constraint photo_trip_report_id_fkey;
drop index concurrently if exists photo_trip_report;
create unique index concurrently photo_trip_report on photo (trip_report_id) where trip_report_id is not null;
