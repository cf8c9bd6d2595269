-- Alerts for each member of staff, by mail and web push, and the word that an entry of *Today* has ended (decision 77).
-- oldest version: 0.2.0
-- Locks: SHARE ROW EXCLUSIVE on member and member_session, ACCESS EXCLUSIVE on alert, today_alert, mail_confirmation, statement_due and
-- job_problem, until the end, and last SHARE ROW EXCLUSIVE on job for an instant. The check of job_problem reads that table; no other
-- is read, and none is rewritten.

-- The confirmed address for alerts.
create table member_mail (
  member_id uuid primary key references member on delete cascade,
  address text not null,
  confirmed_at timestamptz not null default now(),
  -- Since a mail server refused the address for good.
  failing_since timestamptz
);

-- The browser of a session that gets alerts.
create table member_push (
  id uuid primary key,
  member_id uuid not null references member on delete cascade,
  session_id uuid not null references member_session on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index member_push_member on member_push (member_id);
create index member_push_session on member_push (session_id);

-- A kind of entry that a member does not want over a channel. A new kind is told until it is switched off.
create table member_alert_off (
  member_id uuid not null references member on delete cascade,
  kind text not null,
  channel text not null check (channel in ('mail', 'push')),
  primary key (member_id, kind, channel)
);

-- `begun` tells what lasts of its entries when it is sent, `ended` tells `entries`. Null: written by the version before.
alter table alert add column says text;

-- An alert on its way to a browser, or to the webhook of the operator where `member_push_id` is null.
create table alert_delivery (
  id uuid primary key default gen_random_uuid(),
  alert_id uuid not null references alert on delete cascade,
  member_push_id uuid references member_push on delete cascade,
  status text not null default 'due' check (status in ('due', 'running', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claim_id uuid,
  last_error text,
  created_at timestamptz not null default now(),
  unique nulls not distinct (alert_id, member_push_id)
);
create index alert_delivery_due on alert_delivery (due_at) where status in ('due', 'running');
create index alert_delivery_push on alert_delivery (member_push_id) where member_push_id is not null;

-- The alert that tells of the entry, and since when runs do not find it.
alter table today_alert add column alert_id uuid;
alter table today_alert add column gone_at timestamptz;

-- A code belongs to an account or to a member.
-- squawk-ignore ban-drop-not-null
alter table mail_confirmation alter column account_id drop not null;
drop trigger mail_confirmation_of_account on mail_confirmation;
create trigger mail_confirmation_of_account before insert on mail_confirmation for each row
  when (new.account_id is not null) execute function refuse_erased_account('account_id');

-- Of a movement that names no processor: the one that was in use when it was booked.
alter table statement_due add column processor text;

-- `agreed`: customer and carrier have agreed on a time since the customer reported that nothing was collected.
alter table job_problem drop constraint job_problem_status_check;
alter table job_problem
  add constraint job_problem_status_check check (status in ('open', 'upheld', 'dismissed', 'agreed')) not valid;
-- squawk-ignore constraint-missing-not-valid
alter table job_problem validate constraint job_problem_status_check;

-- A node of a version that knows no windows may move a job to another carrier: what was agreed with the former one ends.
create or replace function end_windows_of_former_carrier() returns trigger language plpgsql as $$
begin
  new.window_starts_at := null;
  new.window_ends_at := null;
  update job_window set status = 'ended' where job_id = new.id and status in ('proposed', 'agreed');
  delete from window_reminder where job_id = new.id;
  return new;
end $$;
create trigger job_window_of_carrier before update of carrier_id on job for each row
  when (old.carrier_id is distinct from new.carrier_id and old.window_ends_at is not null and new.window_ends_at is not null)
  execute function end_windows_of_former_carrier();
