-- A restore of an older backup must not bring back a password that was replaced or removed, because it may be known to
-- others.
-- Locks: ACCESS EXCLUSIVE on journal, SHARE ROW EXCLUSIVE on member_password until the commit of all pending migrations.
-- The check of journal reads its table once.
alter table journal drop constraint journal_act_check;
alter table journal add constraint journal_act_check check (act in ('account_erased', 'account_suspended', 'account_resumed',
  'partner_suspended', 'partner_resumed', 'key_revoked', 'key_replaced', 'key_expiry', 'carrier_status', 'draft_withdrawn',
  'member_removed', 'member_suspended', 'member_resumed', 'member_role',
  'member_passkey_removed', 'member_password_set', 'member_password_removed'));
comment on column journal.detail is
  'Of key_replaced the instant at which older values end, of key_expiry the new one (null: never), of carrier_status the new status, of member_role the new role, of member_password_set and member_password_removed when it was set.';
create trigger member_password_set_journal after insert or update of hash on member_password for each row
  execute function write_journal('member_password_set', 'member_id', 'created_at');
create trigger member_password_removed_journal after delete on member_password for each row
  execute function write_journal('member_password_removed', 'member_id', 'created_at');
