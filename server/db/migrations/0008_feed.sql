-- What carriers find near them, and what is told live.

alter table carrier add column base_place text not null default '';

-- A point of the unit sphere for each job that carriers may see: the nearest come out of the index in order, the same at
-- the antimeridian and at the poles. Computed from the rounded position and stored, as computing it for each row that is
-- looked at took 3 to 4 ms a page. Where the extension is refused, the feed looks into a box of degrees instead
-- (server/jobs/feed/measure.ts), which is good for some ten thousand jobs in reach.
do $$
begin
  create extension if not exists cube;
  alter table job add column feed_point cube generated always as (
    case when status = 'posted' and feed_lat is not null and feed_lon is not null then
      cube(array[
        cos(radians(feed_lat)) * cos(radians(feed_lon)),
        cos(radians(feed_lat)) * sin(radians(feed_lon)),
        sin(radians(feed_lat))])
    end) stored;
  create index job_feed_point on job using gist (feed_point)
    where status = 'posted' and mode = 'live' and hidden_at is null;
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    create index job_feed_box on job (feed_lat, feed_lon)
      where status = 'posted' and mode = 'live' and hidden_at is null;
end $$;

-- Which accounts are told of a posted job is decided once, by the notice to its customer; each carrier hears of it once.
create unique index notice_nearby on notice (job_id, account_id) where kind = 'job_nearby';

-- Live events name ids only; who hears one reads the rest. Rows of a restored backup are old and tell nobody.
create or replace function tell_live() returns trigger language plpgsql as $$
begin
  case tg_table_name
    when 'job_event' then perform pg_notify('dray_live', 'event:' || new.id);
    when 'payment' then perform pg_notify('dray_live', 'job:' || new.job_id);
    when 'account' then perform pg_notify('dray_live', 'account:' || new.id);
    else perform pg_notify('dray_live', 'account:' || new.account_id);
  end case;
  return null;
end $$;

-- A draft that is made tells nobody, so that the one hot path writes no notification.
create trigger job_event_live after insert on job_event for each row
  when ((new.from_status is not null or new.to_status is distinct from 'draft') and new.at > now() - interval '1 minute')
  execute function tell_live();
create trigger payment_live after update of status on payment for each row
  when (new.job_id is not null and new.status is distinct from old.status) execute function tell_live();
create trigger session_live after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null) execute function tell_live();
create trigger account_live after update of suspended_at on account for each row
  when (new.suspended_at is distinct from old.suspended_at) execute function tell_live();
create trigger carrier_live after insert or update on carrier for each row
  when (new.updated_at > now() - interval '1 minute') execute function tell_live();
