-- What happened to a job, one row for each change of a payment, call, text, push, notice, dispute or block, with the instant of the
-- change. Triggers write it, so that no code path can change a status without it. It holds no personal data and outlives the rows
-- that it tells of: texts and notices are deleted after some weeks, and a dispute may come after months (decision 53).
-- Locks: SHARE ROW EXCLUSIVE on the seven tables and on job, for as long as it takes to read their rows once.
create table timeline_entry (
  id bigint generated always as identity primary key,
  job_id uuid not null,
  at timestamptz not null default now(),
  kind text not null check (kind in ('payment', 'effect', 'text', 'push', 'notice', 'dispute', 'block')),
  -- Of the row that changed.
  subject_id text not null,
  what text not null,
  outcome text,
  recipient text check (recipient in ('customer', 'carrier')),
  -- The person who brought it about; null for the system.
  actor_id uuid,
  reason text,
  amount_cents integer,
  -- Written by this migration for a change of which only the last status is known: `at` is the earliest that it can be.
  is_last_known boolean not null default false
);
create index timeline_entry_job on timeline_entry (job_id, at);

create or replace function recipient_of(of_job uuid, of_account uuid) returns text language sql stable as $$
  select case when of_account = customer_id then 'customer' else 'carrier' end from job where id = of_job
$$;

create or replace function tell_payment() returns trigger language plpgsql as $$
declare
  word text := case when tg_op = 'INSERT' then 'asked' else new.status end;
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  insert into timeline_entry (job_id, kind, subject_id, what, outcome, actor_id, reason, amount_cents)
  values (new.job_id, 'payment', new.id, new.purpose, word,
    case when word = 'asked' and new.purpose = 'publish' then new.account_id end,
    case when word = 'refused' then new.refusal end,
    case when word = 'captured' then new.captured_cents else new.amount_cents end);
  if word = 'captured' and new.captured_cents < new.amount_cents then
    insert into timeline_entry (job_id, kind, subject_id, what, outcome, amount_cents)
    values (new.job_id, 'payment', new.id, new.purpose, 'rest_released', new.amount_cents - new.captured_cents);
  end if;
  return null;
end $$;
create trigger payment_asked after insert on payment for each row
  when (new.job_id is not null) execute function tell_payment();
create trigger payment_told after update of status on payment for each row
  when (new.job_id is not null and new.status is distinct from old.status
    and new.status in ('action_required', 'held', 'captured', 'released', 'refused'))
  execute function tell_payment();

-- A hold that is asked, made or refused, a capture and a release are told by the payment.
create or replace function tell_effect() returns trigger language plpgsql as $$
declare
  job uuid;
  word text;
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  select job_id into job from payment where id = new.payment_id;
  if job is null then return null; end if;
  if tg_op = 'INSERT' and new.status in ('due', 'running') then
    if new.kind <> 'authorize' then word := 'asked'; end if;
  elsif new.status = 'done' then
    if new.kind in ('refund', 'transfer') then word := 'done'; end if;
  elsif new.status = 'refused' then
    if new.kind <> 'authorize' then word := 'refused'; end if;
  elsif new.waits_for is not null then
    if new.waits_for is distinct from old.waits_for then word := 'waits'; end if;
  elsif new.last_error is not null and (old.status = 'done' or new.last_error is distinct from old.last_error) then
    word := case when old.status = 'done' then 'failed' else 'put_off' end;
  end if;
  if word is null then return null; end if;
  insert into timeline_entry (job_id, kind, subject_id, what, outcome, reason, amount_cents)
  values (job, 'effect', new.id, new.kind, word,
    case when word = 'waits' then new.waits_for when word not in ('asked', 'done') then new.last_error end,
    new.amount_cents);
  return null;
end $$;
create trigger payment_effect_asked after insert on payment_effect for each row execute function tell_effect();
create trigger payment_effect_told after update of status on payment_effect for each row
  when (new.status is distinct from old.status and new.status <> 'running') execute function tell_effect();

-- That a text was written and handed to the provider is in its row while that exists; the trigger for its deletion keeps it. So
-- the creation of a draft writes no row here. Codes are left out.
create or replace function tell_text() returns trigger language plpgsql as $$
declare
  word text := new.status;
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  if word = 'due' then word := 'put_off'; end if;
  if tg_op = 'UPDATE' and new.delivery is distinct from old.delivery and new.delivery is not null then
    word := new.delivery;
  end if;
  insert into timeline_entry (job_id, kind, subject_id, what, outcome, recipient, reason)
  select new.job_id, 'text', new.id, new.kind, word,
    case new.kind when 'draft' then 'customer' else recipient_of(new.job_id, new.account_id) end,
    case when word <> 'delivered' then new.last_error end;
  return null;
end $$;
create trigger sms_refused after insert on sms for each row
  when (new.job_id is not null and new.kind <> 'code' and new.last_error is not null) execute function tell_text();
create trigger sms_told after update of status, delivery on sms for each row
  when (new.job_id is not null and new.kind <> 'code' and (
    new.delivery is distinct from old.delivery and new.delivery is not null
    or new.status is distinct from old.status
      and (new.status in ('failed', 'unknown') or new.status = 'due' and old.status = 'running')))
  execute function tell_text();

create or replace function keep_text() returns trigger language plpgsql as $$
begin
  insert into timeline_entry (job_id, at, kind, subject_id, what, outcome, recipient)
  select old.job_id, told.at, 'text', old.id, old.kind, told.outcome,
    case old.kind when 'draft' then 'customer' else recipient_of(old.job_id, old.account_id) end
  from (values (old.created_at, 'written'), (old.sent_at, 'sent')) as told (at, outcome)
  -- The texts of a deleted draft go with it.
  where told.at is not null and exists (select from job where id = old.job_id);
  return old;
end $$;
create trigger sms_kept before delete on sms for each row
  when (old.job_id is not null and old.kind <> 'code') execute function keep_text();

-- Notices to nearby carriers are left out, because there may be hundreds.
create or replace function tell_notice() returns trigger language plpgsql as $$
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  insert into timeline_entry (job_id, kind, subject_id, what, outcome, recipient)
  values (new.job_id, 'notice', new.id::text, new.kind, 'written', recipient_of(new.job_id, new.account_id));
  return null;
end $$;
create trigger notice_told after insert on notice for each row
  when (new.job_id is not null and new.kind <> 'job_nearby') execute function tell_notice();

create or replace function tell_push() returns trigger language plpgsql as $$
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  insert into timeline_entry (job_id, kind, subject_id, what, outcome, recipient, reason)
  select n.job_id, 'push', new.id, n.kind, case new.status when 'due' then 'put_off' else new.status end,
    recipient_of(n.job_id, n.account_id), case when new.status <> 'sent' then new.last_error end
  from notice n where n.id = new.notice_id and n.job_id is not null and n.kind <> 'job_nearby';
  return null;
end $$;
create trigger push_told after update of status on push for each row
  when (new.status is distinct from old.status and (new.status in ('sent', 'failed')
    or new.status = 'due' and new.last_error is distinct from old.last_error))
  execute function tell_push();

create or replace function tell_dispute() returns trigger language plpgsql as $$
declare
  job uuid;
  moved integer := new.withdrawn_cents - coalesce(old.withdrawn_cents, 0);
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  select job_id into job from payment where id = new.payment_id;
  if job is null then return null; end if;
  insert into timeline_entry (job_id, kind, subject_id, what, outcome, reason, amount_cents)
  select job, 'dispute', new.reference, new.kind, told.outcome, told.reason, told.cents
  from (values
    (1, new.status, new.reason, new.amount_cents,
      new.status <> '' and (tg_op = 'INSERT' or new.status is distinct from old.status)),
    (2, case when moved > 0 then 'withdrawn' else 'reinstated' end, null, abs(moved), moved <> 0),
    (3, 'released', null, null,
      new.released_at is not null and (tg_op = 'INSERT' or old.released_at is null))
  ) as told (place, outcome, reason, cents, is_new)
  where told.is_new order by place;
  return null;
end $$;
create trigger dispute_opened after insert on dispute for each row
  when (new.payment_id is not null and new.status <> '') execute function tell_dispute();
create trigger dispute_told after update of status, withdrawn_cents, released_at on dispute for each row
  when (new.payment_id is not null) execute function tell_dispute();

create or replace function tell_block() returns trigger language plpgsql as $$
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  insert into timeline_entry (job_id, kind, subject_id, what, outcome)
  values (new.job_id, 'block', new.cause, new.cause, case when new.lifted_at is null then 'begun' else 'lifted' end);
  return null;
end $$;
create trigger money_block_begun after insert on money_block for each row execute function tell_block();
create trigger money_block_told after update of lifted_at on money_block for each row
  when ((new.lifted_at is null) is distinct from (old.lifted_at is null)) execute function tell_block();

-- The timeline of a deleted draft goes with it. No foreign key: its lock on the job could deadlock with the deletion of a draft
-- whose text is being sent.
create or replace function forget_timeline() returns trigger language plpgsql as $$
begin
  delete from timeline_entry where job_id = old.id;
  return null;
end $$;
create trigger job_timeline_forgotten after delete on job for each row execute function forget_timeline();

-- What is known of older rows. Where the instant of the last status was stored, it is exact.
insert into timeline_entry (job_id, at, kind, subject_id, what, outcome, actor_id, reason, amount_cents, is_last_known)
select p.job_id, told.at, 'payment', p.id, p.purpose, told.outcome, told.actor_id, told.reason, told.cents, told.is_last_known
from payment p
left join lateral (
  select min(settled_at) filter (where kind = 'authorize' and status = 'refused') as refused_at,
    min(settled_at) filter (where kind = 'capture' and status = 'done') as captured_at,
    min(settled_at) filter (where kind = 'void' and status = 'done') as released_at
  from payment_effect where payment_id = p.id) calls on true
cross join lateral (values
  (p.created_at, 'asked', case p.purpose when 'publish' then p.account_id end, null, p.amount_cents, false, true),
  (p.held_at, 'held', null, null, p.amount_cents, false, p.held_at is not null),
  (coalesce(calls.captured_at, p.updated_at), 'captured', null, null, p.captured_cents, calls.captured_at is null,
    p.status = 'captured'),
  (coalesce(calls.captured_at, p.updated_at), 'rest_released', null, null, p.amount_cents - p.captured_cents,
    calls.captured_at is null, p.status = 'captured' and p.captured_cents < p.amount_cents),
  (coalesce(calls.released_at, p.updated_at), 'released', null, null, p.amount_cents, calls.released_at is null,
    p.status = 'released'),
  (coalesce(calls.refused_at, p.updated_at), 'refused', null, p.refusal, p.amount_cents, calls.refused_at is null,
    p.status = 'refused'),
  (p.updated_at, 'action_required', null, null, p.amount_cents, true, p.status = 'action_required'),
  (p.updated_at, 'held', null, null, p.amount_cents, true, p.status = 'held' and p.held_at is null)
) as told (at, outcome, actor_id, reason, cents, is_last_known, is_true)
where p.job_id is not null and told.is_true
order by told.at, p.id;

insert into timeline_entry (job_id, at, kind, subject_id, what, outcome, reason, amount_cents, is_last_known)
select p.job_id, told.at, 'effect', e.id, e.kind, told.outcome, told.reason, e.amount_cents, told.is_last_known
from payment_effect e join payment p on p.id = e.payment_id
cross join lateral (values
  (e.created_at, 'asked', null, false, e.kind <> 'authorize' and e.origin = 'dray'),
  (e.settled_at, 'done', null, false, e.kind in ('refund', 'transfer') and e.status = 'done' and e.settled_at is not null),
  (e.settled_at, 'refused', e.last_error, false,
    e.kind <> 'authorize' and e.status = 'refused' and e.settled_at is not null),
  (e.created_at, 'put_off', e.last_error, true,
    e.status in ('due', 'running') and e.last_error is not null and e.waits_for is null)
) as told (at, outcome, reason, is_last_known, is_true)
where p.job_id is not null and told.is_true
order by told.at, e.id;

insert into timeline_entry (job_id, at, kind, subject_id, what, outcome, recipient, reason, is_last_known)
select s.job_id, told.at, 'text', s.id, s.kind, told.outcome,
  case s.kind when 'draft' then 'customer' else recipient_of(s.job_id, s.account_id) end,
  case when told.outcome <> 'delivered' then s.last_error end, told.is_last_known
from sms s
cross join lateral (values
  (s.delivery_at, s.delivery, false, s.delivery_at is not null),
  (s.created_at, s.status, s.attempts > 0 or s.status = 'unknown',
    s.status in ('failed', 'unknown') and s.delivery_at is null)
) as told (at, outcome, is_last_known, is_true)
where s.job_id is not null and s.kind <> 'code' and told.is_true
order by told.at, s.id;

insert into timeline_entry (job_id, at, kind, subject_id, what, outcome, recipient)
select n.job_id, n.created_at, 'notice', n.id::text, n.kind, 'written', recipient_of(n.job_id, n.account_id)
from notice n where n.job_id is not null and n.kind <> 'job_nearby' order by n.id;

insert into timeline_entry (job_id, at, kind, subject_id, what, outcome, recipient, reason, is_last_known)
select n.job_id, p.created_at, 'push', p.id, n.kind, p.status, recipient_of(n.job_id, n.account_id),
  case when p.status <> 'sent' then p.last_error end, true
from push p join notice n on n.id = p.notice_id
where n.job_id is not null and n.kind <> 'job_nearby' and p.status in ('sent', 'failed') order by p.created_at, p.id;

insert into timeline_entry (job_id, at, kind, subject_id, what, outcome, reason, amount_cents, is_last_known)
select p.job_id, told.at, 'dispute', d.reference, d.kind, told.outcome, told.reason, told.cents, told.is_last_known
from dispute d join payment p on p.id = d.payment_id
cross join lateral (values
  (d.opened_at, 'opened', d.reason, d.amount_cents, false, true),
  (coalesce(d.closed_at, d.opened_at), d.status, null, d.amount_cents, d.closed_at is null, d.status <> ''),
  (d.released_at, 'released', null, null, false, d.released_at is not null)
) as told (at, outcome, reason, cents, is_last_known, is_true)
where p.job_id is not null and told.is_true
order by told.at, d.reference;

insert into timeline_entry (job_id, at, kind, subject_id, what, outcome)
select b.job_id, told.at, 'block', b.cause, b.cause, told.outcome
from money_block b cross join lateral (values (b.created_at, 'begun'), (b.lifted_at, 'lifted')) as told (at, outcome)
where told.at is not null order by told.at, b.cause;
