-- What the pages of money in the panel list and filter by, and the balances that the check of the ledger finds.
-- Locks: SHARE on payment, payment_effect, ledger_transfer, dispute and wallet until the commit of all pending migrations, and
-- for the two indexes that are made again ACCESS EXCLUSIVE on ledger_transfer; one read of the table for each index.

-- Holds by their instant, without the payments that ended.
create index payment_holding_since on payment (held_at, id)
  where status in ('held', 'capturing', 'releasing') and held_at is not null;

-- Calls by kind and time; the open ones, the refused ones and large amounts are few, and searched for among all others.
create index payment_effect_kind on payment_effect (kind, created_at, id);
create index payment_effect_open on payment_effect (kind, created_at, id) where status in ('due', 'running');
create index payment_effect_refusal on payment_effect (kind, created_at, id) where status = 'refused';
create index payment_effect_amount on payment_effect (kind, amount_cents);
create index payment_effect_carrier on payment_effect (carrier_id, created_at, id) where carrier_id is not null;

-- With the id, so that a page begins after a row, and with the amount, so that a balance reads no table.
drop index ledger_credit;
drop index ledger_debit;
create index ledger_credit on ledger_transfer (credit, at, id) include (amount_cents);
create index ledger_debit on ledger_transfer (debit, at, id) include (amount_cents);
create index ledger_kind on ledger_transfer (kind, at, id) include (amount_cents);
create index ledger_time on ledger_transfer (at, id);
create index ledger_amount on ledger_transfer (amount_cents);
create index ledger_payment on ledger_transfer (payment_id) where payment_id is not null;

create index dispute_time on dispute (opened_at, processor, reference);
create index wallet_size on wallet (balance_cents, account_id) where balance_cents > 0;

-- The balance of each kind of account at the last check: {account, balance_cents, accounts}.
alter table ledger_check add column balances jsonb not null default '[]';
