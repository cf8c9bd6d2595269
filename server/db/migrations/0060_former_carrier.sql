-- Live events reach the people who lose a job: the carrier that staff took it from, and the customer of a draft that is deleted.
-- Locks: ACCESS EXCLUSIVE on job_event and SHARE ROW EXCLUSIVE on job, both without reading a row.
alter table job_event add column former_carrier_id uuid;

create or replace function tell_live() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'job_event' then perform pg_notify('dray_live', 'event:' || new.id);
    when 'job' then perform pg_notify('dray_live', 'deleted:' || old.id || ':' || old.customer_id);
    when 'payment' then perform pg_notify('dray_live', 'job:' || new.job_id);
    when 'account' then perform pg_notify('dray_live', 'account:' || new.id);
    else perform pg_notify('dray_live', 'account:' || new.account_id);
  end case;
  return null;
end $$;
create trigger job_deleted_live after delete on job for each row
  when (old.status = 'draft' and old.customer_id is not null) execute function tell_live();
