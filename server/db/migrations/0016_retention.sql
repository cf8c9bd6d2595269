-- Personal data ends: by age (retention), on request (erasure), and also after a restore (journal).

alter table account
  -- Null once the account is erased, so that the number may sign up again.
  alter column phone drop not null,
  add column erased_at timestamptz,
  -- What is left of an erased account is its id, which payments and the ledger refer to.
  add constraint account_erased check (
    erased_at is null and phone is not null
    or erased_at is not null and phone is null and name is null and suspended_reason is null);

alter table job
  alter column customer_phone drop not null,
  -- When phone, addresses, texts and comments were removed; the price, the towns and the instants stay.
  add column data_removed_at timestamptz,
  add column photos_removed_at timestamptz,
  add constraint job_phone check (customer_phone is not null or data_removed_at is not null);
create index job_data_to_remove on job (coalesce(completed_at, cancelled_at))
  where status in ('completed', 'cancelled') and data_removed_at is null;
create index job_photos_to_remove on job (coalesce(completed_at, cancelled_at))
  where status in ('completed', 'cancelled') and photos_removed_at is null;
create index sms_age on sms (created_at);

-- Refuses new rows for an erased account, from any request or task that comes too late. The key-share lock waits for an erasure
-- that has not committed; an erasure locks the account, so it waits for rows that were not committed before it.
create or replace function refuse_erased_account() returns trigger language plpgsql as $$
begin
  if current_setting('dray.restoring', true) = 'on' then return new; end if;
  perform from account where id = (to_jsonb(new) ->> tg_argv[0])::uuid and erased_at is null for key share;
  if not found then raise exception 'the account is erased' using errcode = 'DR410'; end if;
  return new;
end $$;

create trigger session_of_account before insert on session for each row execute function refuse_erased_account('account_id');
create trigger payment_of_account before insert on payment for each row execute function refuse_erased_account('account_id');
create trigger card_setup_of_account before insert on card_setup for each row execute function refuse_erased_account('account_id');
create trigger carrier_of_account before insert on carrier for each row execute function refuse_erased_account('account_id');
create trigger job_new_customer before insert on job for each row
  when (new.customer_id is not null) execute function refuse_erased_account('customer_id');
create trigger job_customer before update of customer_id on job for each row
  when (new.customer_id is not null and new.customer_id is distinct from old.customer_id)
  execute function refuse_erased_account('customer_id');
create trigger job_carrier before update of carrier_id on job for each row
  when (new.carrier_id is not null and new.carrier_id is distinct from old.carrier_id)
  execute function refuse_erased_account('carrier_id');

-- Acts that a restore of an older backup must not undo; ids only. Triggers write it, so that no command or page can forget
-- to. The background copies it to `journal.jsonl` in the data folder; `dray restore` reads it there.
create table journal (
  id uuid primary key default gen_random_uuid(),
  at timestamptz not null default clock_timestamp(),
  act text not null check (act in ('account_erased', 'account_suspended', 'account_resumed', 'partner_suspended',
    'partner_resumed', 'key_revoked', 'key_replaced', 'carrier_status', 'draft_withdrawn')),
  -- Of the account, partner, key or job.
  subject_id uuid not null,
  -- Of `key_replaced` the instant at which older values end, of `carrier_status` the new status.
  detail text
);
create index journal_at on journal (at);

-- Arguments: the act, the column with the id, and optionally the column with the detail.
create or replace function write_journal() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  insert into journal (act, subject_id, detail)
  values (tg_argv[0], (changed ->> tg_argv[1])::uuid, case when tg_nargs > 2 then changed ->> tg_argv[2] end);
  return null;
end $$;

create trigger account_erased_journal after update of erased_at on account for each row
  when (old.erased_at is null and new.erased_at is not null) execute function write_journal('account_erased', 'id');
create trigger account_suspended_journal after update of suspended_at on account for each row
  when (old.suspended_at is null and new.suspended_at is not null)
  execute function write_journal('account_suspended', 'id');
create trigger account_resumed_journal after update of suspended_at on account for each row
  when (old.suspended_at is not null and new.suspended_at is null) execute function write_journal('account_resumed', 'id');
create trigger partner_suspended_journal after update of suspended_at on partner for each row
  when (old.suspended_at is null and new.suspended_at is not null)
  execute function write_journal('partner_suspended', 'id');
create trigger partner_resumed_journal after update of suspended_at on partner for each row
  when (old.suspended_at is not null and new.suspended_at is null) execute function write_journal('partner_resumed', 'id');
create trigger key_revoked_journal after update of revoked_at on api_key for each row
  when (old.revoked_at is null and new.revoked_at is not null) execute function write_journal('key_revoked', 'id');
create trigger key_replaced_journal after update of replaced_at on api_key_secret for each row
  when (new.replaced_at is not null and new.replaced_at is distinct from old.replaced_at)
  execute function write_journal('key_replaced', 'key_id', 'replaced_at');
create trigger carrier_status_journal after update of status on carrier for each row
  when (new.status is distinct from old.status) execute function write_journal('carrier_status', 'account_id', 'status');
-- A draft whose time has come is deleted without a trace; after a restore it is deleted again by its time.
create trigger draft_withdrawn_journal after delete on job for each row
  when (old.status = 'draft' and old.expires_at > now()) execute function write_journal('draft_withdrawn', 'id');
