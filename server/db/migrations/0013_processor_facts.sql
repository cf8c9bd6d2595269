-- What a processor says after a call was made: refusals, refunds on their way, money that is not available yet, texts
-- that did not arrive.

alter table payment_effect
  -- How many keys the processor has refused for good. The next call carries `id.number`, the first one the id alone.
  add column key_number integer not null default 0,
  -- When the present key was first sent; null before.
  add column key_since timestamptz,
  -- Why a call that is `due` waits without a failure: for the processor's balance, or for a refund on its way.
  add column waits_for text check (waits_for in ('balance', 'refund')),
  -- The processor had news while the call was running: it is due again at once.
  add column has_news boolean not null default false,
  -- Of a transfer of wallet money: the top-up whose charge it is paid from. Null: from the available balance.
  add column source_payment_id uuid references payment,
  -- `processor`: made on the processor's own pages, and booked when it was seen.
  add column origin text not null default 'dray' check (origin in ('dray', 'processor'));
create index payment_effect_reference on payment_effect (reference) where kind = 'refund';
create unique index payment_effect_refund on payment_effect (payment_id, reference)
  where kind = 'refund' and reference is not null;
create index payment_effect_source on payment_effect (source_payment_id) where source_payment_id is not null;

-- A refund may be booked, taken back because it failed, and booked again.
alter table ledger_transfer
  add column key_number integer not null default 0;
alter table ledger_transfer drop constraint ledger_transfer_effect_id_kind_debit_credit_key;
create unique index ledger_transfer_effect on ledger_transfer (effect_id, key_number, kind, debit, credit);

alter table sms
  -- What the provider reported after it had accepted the text.
  add column delivery text check (delivery in ('delivered', 'undelivered', 'failed')),
  add column delivery_at timestamptz;
