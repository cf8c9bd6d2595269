-- no-transaction
-- A job that its carrier gave back goes on as another job, with the same hold (decision 65).
-- Locks: ACCESS EXCLUSIVE on job and SHARE ROW EXCLUSIVE on payment, both without reading a row. The indexes and the checks of the
-- keys read job; writes go on.

-- The job before this one, and the job that a partner or a customer made.
alter table job add column if not exists predecessor_id uuid, add column if not exists first_job_id uuid;
alter table job drop constraint if exists job_predecessor_id_fkey, drop constraint if exists job_first_job_id_fkey;
alter table job
  add constraint job_predecessor_id_fkey foreign key (predecessor_id) references job(id) on delete set null not valid,
  add constraint job_first_job_id_fkey foreign key (first_job_id) references job(id) on delete set null not valid;
alter table job validate constraint job_predecessor_id_fkey;
alter table job validate constraint job_first_job_id_fkey;
drop index concurrently if exists job_predecessor;
create unique index concurrently job_predecessor on job (predecessor_id) where predecessor_id is not null;
drop index concurrently if exists job_first;
create index concurrently job_first on job (first_job_id) where first_job_id is not null;

-- A hold that moves is in the timelines of both jobs.
create or replace function tell_moved_payment() returns trigger language plpgsql as $$ begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if; insert into timeline_entry
    (job_id, kind, subject_id, what, outcome, amount_cents)
  values (old.job_id, 'payment', new.id, new.purpose, 'moved_on', new.amount_cents),
    (new.job_id, 'payment', new.id, new.purpose, 'moved_here', new.amount_cents); return null; end $$;
drop trigger if exists payment_moved on payment;
create trigger payment_moved after update of job_id on payment for each row
  when (old.job_id is not null and new.job_id is not null and new.job_id <> old.job_id)
  execute function tell_moved_payment();
