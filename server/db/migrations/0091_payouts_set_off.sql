-- A payout that became smaller, or ended, because the carrier bears a part of a refund is told in the timeline of its job (decision 72).
-- Locks: SHARE ROW EXCLUSIVE on payment_effect, without reading a row.

create or replace function tell_set_off() returns trigger language plpgsql as $$
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  insert into timeline_entry (job_id, kind, subject_id, what, outcome, amount_cents)
  select p.job_id, 'effect', new.id, new.kind, 'set_off', old.amount_cents - new.amount_cents
  from payment p where p.id = new.payment_id and p.job_id is not null;
  return null;
end $$;
create trigger payment_effect_set_off after update of amount_cents on payment_effect for each row
  when (new.kind = 'transfer' and new.amount_cents < old.amount_cents) execute function tell_set_off();

-- A payout that was set off whole ends without a request.
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
    if new.kind in ('refund', 'transfer') and new.amount_cents > 0 then word := 'done'; end if;
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
