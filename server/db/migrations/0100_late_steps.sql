-- no-transaction
-- oldest version: 0.2.0
-- A collection or a delivery that arrives after its carrier has lost the job, as a report of that carrier (decision 87).
-- Locks: ACCESS EXCLUSIVE on job_problem and SHARE ROW EXCLUSIVE on account, without reading a row. The index and the checks read
-- job_problem; writes go on.

-- All null unless a carrier reported. The instants are from the clock of the phone.
alter table job_problem add column if not exists carrier_id uuid;
alter table job_problem add column if not exists collected_tapped_at timestamptz;
alter table job_problem add column if not exists delivered_tapped_at timestamptz;
alter table job_problem add column if not exists code_result text;

-- One report for each carrier of a job; an erasure looks for the account.
drop index concurrently if exists job_problem_carrier;
create unique index concurrently job_problem_carrier on job_problem (carrier_id, job_id) where carrier_id is not null;
alter table job_problem drop constraint if exists job_problem_carrier_id_fkey;
alter table job_problem
  add constraint job_problem_carrier_id_fkey foreign key (carrier_id) references account(id) not valid;
alter table job_problem validate constraint job_problem_carrier_id_fkey;
alter table job_problem drop constraint if exists job_problem_code_result_check;
alter table job_problem
  add constraint job_problem_code_result_check check (code_result in ('right', 'wrong', 'none', 'unknown')) not valid;
alter table job_problem validate constraint job_problem_code_result_check;
alter table job_problem drop constraint if exists job_problem_kind_check;
alter table job_problem
  add constraint job_problem_kind_check check (kind in ('not_collected', 'not_delivered', 'damaged', 'missing',
    'carrier_behaviour', 'other', 'late_step')) not valid;
alter table job_problem validate constraint job_problem_kind_check;
alter table job_problem drop constraint if exists job_problem_reported_by_check;
alter table job_problem
  add constraint job_problem_reported_by_check check (reported_by in ('customer', 'staff', 'carrier')) not valid;
alter table job_problem validate constraint job_problem_reported_by_check;
