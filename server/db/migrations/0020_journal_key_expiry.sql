-- A restore must not bring back the older expiry of a key: an expiry that was moved or removed is recorded like a revocation.

alter table journal drop constraint journal_act_check;
alter table journal add constraint journal_act_check check (act in ('account_erased', 'account_suspended', 'account_resumed',
  'partner_suspended', 'partner_resumed', 'key_revoked', 'key_replaced', 'key_expiry', 'carrier_status', 'draft_withdrawn'));
comment on column journal.detail is
  'Of key_replaced the instant at which older values end, of key_expiry the new one (null: never), of carrier_status the new status.';

create trigger key_expiry_journal after update of expires_at on api_key for each row
  when (new.expires_at is distinct from old.expires_at) execute function write_journal('key_expiry', 'id', 'expires_at');

-- Found by the task that closes what erased accounts have left open at the processor.
create index card_setup_pending on card_setup (account_id) where status = 'pending' and reference is not null;
