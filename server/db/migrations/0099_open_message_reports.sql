-- no-transaction
-- A report of a message stays until it is answered, also when a person is erased (decision 85).
-- Locks: SHARE ROW EXCLUSIVE on job_message, without reading a row. The index reads it; writes go on.

-- For the removal of answers that were written after the data of the job was removed.
drop index concurrently if exists job_message_reports;
create index concurrently job_message_reports on job_message (job_id) where report_kind is not null;

-- A trigger, because a node of the version before deletes messages too, and so do the functions of 0093. The text of a
-- report is that of its kind. With the row of its job it is deleted.
create or replace function keep_open_report() returns trigger language plpgsql as $$ begin
  if exists (select from job where id = old.job_id) then return null; end if; return old; end $$;
create or replace trigger job_message_kept before delete on job_message for each row
  when (old.waits and old.report_kind is not null) execute function keep_open_report();
