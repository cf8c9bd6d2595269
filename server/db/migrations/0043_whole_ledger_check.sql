-- A check of the whole ledger takes longer the more rows it has, so changes of the last hour are checked more often.
-- And the sums of a month are read from the indexes alone.
-- Locks: ACCESS EXCLUSIVE on ledger_check, ledger_transfer and job, SHARE on payment and payment_effect, while indexes are built (20 s for
-- 5 million rows of the ledger). While nodes of the older version still run, their checks are stored too, and the whole check comes when it is due.
alter table ledger_check
  add column whole_due_at timestamptz not null default now(),
  add column whole_checked_at timestamptz,
  add column asked_at timestamptz;
update ledger_check set whole_checked_at = checked_at;

create index payment_changed on payment (updated_at);
create index payment_effect_settled on payment_effect (settled_at) where settled_at is not null;

drop index ledger_kind, ledger_credit, ledger_debit;
create index ledger_kind on ledger_transfer (kind, at, id) include (amount_cents, mode);
create index ledger_credit on ledger_transfer (credit, at, id) include (amount_cents, mode);
create index ledger_debit on ledger_transfer (debit, at, id) include (amount_cents, mode);

-- Jobs of a partner in a rare status, without a look at all its jobs.
drop index job_list_key;
create index job_list_key on job (key_id, status, created_at, id) where key_id is not null;
