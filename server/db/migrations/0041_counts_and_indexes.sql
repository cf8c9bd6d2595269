-- The counts by minute, summed by hour: a chart of 65 days would else read a million rows of a busy partner.
-- And indexes for lists that read too much where two filters have no row in common.
-- Locks: SHARE on ledger_transfer and audit_event while their indexes are built (about a minute for 10 million rows). While nodes of the older version still run, charts lack the calls that they count.

create table request_hour (
  key_id uuid not null,
  hour timestamptz not null,
  -- 2 for 200 to 299.
  status_class smallint not null,
  calls integer not null,
  ms_sum bigint not null,
  ms_max integer not null,
  primary key (key_id, hour, status_class)
);
create index request_hour_age on request_hour (hour);

insert into request_hour
select key_id, date_trunc('hour', minute, 'UTC'), status / 100, sum(calls), sum(ms_sum), max(ms_max)
from request_minute group by 1, 2, 3;

create table provider_hour (
  kind text not null,
  provider text not null,
  hour timestamptz not null,
  outcome text not null,
  -- Why a call failed; empty for the others.
  cause text not null,
  calls integer not null,
  ms_sum bigint not null,
  ms_max integer not null,
  last_ms integer not null,
  last_at timestamptz not null,
  primary key (kind, provider, hour, outcome, cause)
);
create index provider_hour_age on provider_hour (hour);

insert into provider_hour
select kind, provider, date_trunc('hour', minute, 'UTC'), outcome, cause, sum(calls), sum(ms_sum), max(ms_max),
  (array_agg(last_ms order by last_at desc))[1], max(last_at)
from provider_minute group by 1, 2, 3, 4, 5;

-- Acts of one person: each alone has many rows among millions.
create index audit_event_actor_act on audit_event (actor_id, act text_pattern_ops, id) where actor_id is not null;
create index audit_event_name_act on audit_event (actor_name, act text_pattern_ops, id);

-- Fees by their amount: those of other accounts are larger.
create index ledger_fee_amount on ledger_transfer (amount_cents) where credit = 'platform:fees';

-- PostgreSQL writes the body of `place_key` into a statement, and then does not find the statistics of the indexes by town: it
-- took any town for rare, and read all jobs from a large one to find those to a rare one.
create statistics job_towns on place_key(pickup ->> 'locality'), place_key(dropoff ->> 'locality') from job;
-- An empty table that was analyzed counts as small for a long time: plans made meanwhile would read all jobs.
do $$ begin
  if exists (select from job) then analyze job; end if;
end $$;
