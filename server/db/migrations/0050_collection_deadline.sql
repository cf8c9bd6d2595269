-- A deadline for the collection (decision 49).
-- Locks until the commit of all pending migrations: ACCESS EXCLUSIVE on job, which is read once for the index.

-- Hours after the acceptance. A job keeps those that its customer was shown.
alter table job add column collect_hours integer not null default 24;
-- When the carrier was reminded of the deadline, and when the customer was told that it has passed.
alter table job add column collect_due_told_at timestamptz;
alter table job add column collect_overdue_told_at timestamptz;
-- Why the customer cancelled for nothing although the time for that was over: `overdue`, `reported`. The carrier has a strike.
alter table job add column carrier_fault text;

-- Carriers who accepted before there was a deadline have a day from now on.
update job set collect_hours = ceil(extract(epoch from now() - accepted_at) / 3600)::integer + 24
  where status = 'accepted' and collected_at is null;

create index job_uncollected on job (accepted_at) where status = 'accepted' and collected_at is null;
