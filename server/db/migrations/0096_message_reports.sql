-- no-transaction
-- The report of a message: a message to the operator that names the one of the other side (decision 71).
-- Locks: ACCESS EXCLUSIVE on job_message, without reading a row. The index and the checks read it; writes go on.
alter table job_message add column if not exists about_id uuid;
alter table job_message add column if not exists report_kind text;

-- With an index: the deletion of a message looks for its report. The report outlives the message, without it.
drop index concurrently if exists job_message_about;
create unique index concurrently job_message_about on job_message (about_id) where about_id is not null;
alter table job_message drop constraint if exists job_message_about_id_fkey;
alter table job_message
  add constraint job_message_about_id_fkey foreign key (about_id) references job_message(id) on delete set null not valid;
alter table job_message validate constraint job_message_about_id_fkey;
alter table job_message drop constraint if exists job_message_report_kind_check;
alter table job_message
  add constraint job_message_report_kind_check check (report_kind in ('rude', 'outside_payment', 'other')) not valid;
alter table job_message validate constraint job_message_report_kind_check;
