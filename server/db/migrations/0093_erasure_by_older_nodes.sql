-- What a node of the version before does not know of ends with an erasure by that node too (decisions 59, 71, 73).
-- Locks: SHARE ROW EXCLUSIVE on job and account for an instant; no table is read or rewritten.

-- With the data of a job: as `privacy/remove-job-data.ts`.
create or replace function forget_data_of_job() returns trigger language plpgsql as $$
begin
  update photo set job_id = null, account_id = null, position = abs(position)
    where message_id in (select id from job_message where job_id = new.id);
  delete from job_message where job_id = new.id;
  delete from message_reader where job_id = new.id;
  update job_proof set lat = null, lon = null, accuracy_m = null where job_id = new.id;
  update asked_proof set code = null, wrong_code = null where job_id = new.id;
  update job_problem set answer = null where job_id = new.id and answer is not null;
  update trip_report set text = null, answer = null, resolution = null, away_km = null where job_id = new.id;
  delete from job_wish where job_id = new.id;
  delete from job_window where job_id = new.id;
  return null;
end $$;
create trigger job_data_forgotten after update of data_removed_at on job for each row
  when (old.data_removed_at is null and new.data_removed_at is not null) execute function forget_data_of_job();

-- With a person: as `privacy/remove-person.ts`. Their own jobs end by the trigger above.
create or replace function forget_person() returns trigger language plpgsql as $$
begin
  delete from mail where account_id = new.id;
  delete from mail_confirmation where account_id = new.id;
  delete from mail_address where account_id = new.id;
  delete from notice_switch where account_id = new.id;
  update carrier set plate = null, plate_key = null where account_id = new.id and plate is not null;
  update call_line set status = 'closing', number = null,
      due_at = case when call_line.reference is null then greatest(now(), call_line.due_at) else now() end
    from job where job.id = call_line.job_id and call_line.status in ('opening', 'open')
      and (call_line.carrier_id = new.id or job.customer_id = new.id);
  update photo set job_id = null, account_id = null, position = abs(position)
    where message_id in (select id from job_message where carrier_id = new.id)
      or trip_report_id in (select id from trip_report where carrier_id = new.id);
  delete from job_message where carrier_id = new.id
    or sender = 'staff' and job_id in (select id from job where carrier_id = new.id);
  delete from message_reader where account_id = new.id;
  update job_proof set lat = null, lon = null, accuracy_m = null where carrier_id = new.id;
  update job_problem set answer = null
    where answer is not null and job_id in (select id from job where carrier_id = new.id);
  update trip_report set text = null, resolution = null, away_km = null where carrier_id = new.id;
  update invoice set party = null where account_id = new.id and is_test and party is not null;
  return null;
end $$;
create trigger account_forgotten after update of erased_at on account for each row
  when (old.erased_at is null and new.erased_at is not null) execute function forget_person();
