-- A check of the whole ledger takes longer the more rows it has, so changes of the last hour are checked more often.
-- And the sums of a month, and jobs of a partner in a rare status, are read from the indexes alone; calls to a processor that
-- had few are found by its payments.
-- Locks: SHARE on ledger_transfer, payment_effect, payment and job while indexes are built (25 s for 5 million rows of the ledger, 3 s
-- for a million jobs), which stops writes but no reads; then ACCESS EXCLUSIVE on ledger_transfer, job and ledger_check for the rest,
-- which takes no time. While nodes of the older version still run, their checks are stored too.
create index ledger_kind_new on ledger_transfer (kind, at, id) include (amount_cents, mode);
create index ledger_credit_new on ledger_transfer (credit, at, id) include (amount_cents, mode);
create index ledger_debit_new on ledger_transfer (debit, at, id) include (amount_cents, mode);
create index payment_effect_settled on payment_effect (settled_at) where settled_at is not null;
create index payment_changed on payment (updated_at);
create index payment_processor on payment (processor);
create index job_list_key_new on job (key_id, status, created_at, id) where key_id is not null;

drop index ledger_kind, ledger_credit, ledger_debit, job_list_key;
alter index ledger_kind_new rename to ledger_kind;
alter index ledger_credit_new rename to ledger_credit;
alter index ledger_debit_new rename to ledger_debit;
alter index job_list_key_new rename to job_list_key;

alter table ledger_check
  add column whole_due_at timestamptz not null default now(),
  add column whole_checked_at timestamptz,
  add column whole_late_at timestamptz not null default now() + interval '10 minutes',
  add column asked_at timestamptz;
update ledger_check set whole_checked_at = checked_at;
