-- Money. Every call to a processor has its row in payment_effect before it is made; what happened is in the ledger.

-- Who an account is at a processor.
create table payer (
  account_id uuid not null references account,
  processor text not null,
  reference text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, processor)
);

-- A card being saved on the processor's own page; card numbers never come here.
create table card_setup (
  id uuid primary key,
  account_id uuid not null references account,
  processor text not null,
  reference text,
  status text not null check (status in ('pending', 'saved', 'refused')),
  method_id uuid,
  created_at timestamptz not null default now()
);
create index card_setup_reference on card_setup (reference) where status = 'pending';

create table payment_method (
  id uuid primary key,
  account_id uuid not null references account,
  processor text not null,
  reference text not null,
  brand text not null,
  last_four text not null,
  expires_month smallint not null,
  expires_year smallint not null,
  removed_at timestamptz,
  -- When the processor was told to forget it too.
  forgotten_at timestamptz,
  created_at timestamptz not null default now(),
  unique (processor, reference)
);
create index payment_method_account on payment_method (account_id) where removed_at is null;
create index payment_method_to_forget on payment_method (removed_at) where removed_at is not null and forgotten_at is null;

-- One attempt to have money for a job, or for a wallet. The id is the client's own, so that a repeated tap joins it.
create table payment (
  id uuid primary key,
  purpose text not null check (purpose in ('publish', 'renewal', 'top_up')),
  account_id uuid not null references account,
  -- Null for a top-up, and once a draft that was never paid is deleted.
  job_id uuid references job on delete set null,
  source text not null check (source in ('card', 'wallet')),
  method_id uuid references payment_method,
  processor text not null,
  mode text not null check (mode in ('live', 'test')),
  -- Of the authorisation at the processor, once it is known.
  reference text,
  status text not null check (status in
    ('authorizing', 'action_required', 'held', 'capturing', 'captured', 'releasing', 'released', 'refused')),
  amount_cents integer not null check (amount_cents > 0),
  captured_cents integer not null default 0,
  refunded_cents integer not null default 0,
  -- Where the customer confirms (3-D Secure); only while `action_required`.
  action_url text,
  refusal text check (refusal in ('declined', 'insufficient_funds', 'expired_card', 'not_confirmed', 'other')),
  -- Where the customer comes back to from a confirmation; kept so that the same key is always asked the same.
  return_url text,
  -- When an authorisation nobody confirms is given up.
  abandon_at timestamptz,
  held_at timestamptz,
  hold_expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- What is in a wallet is real money; test jobs never touch it.
  check (source = 'card' or mode = 'live'),
  check ((source = 'card') = (method_id is not null))
);
create index payment_job on payment (job_id);
create index payment_account on payment (account_id, created_at);
-- News from a processor name nothing else.
create unique index payment_reference on payment (reference, processor) where reference is not null;
-- One attempt at a time, and one hold.
create unique index payment_trying on payment (job_id) where status in ('authorizing', 'action_required');
-- Judged at the commit, so that a renewed hold takes the place of the old one in one transaction.
alter table payment add constraint payment_holding exclude (job_id with =) where (status in ('held', 'capturing'))
  deferrable initially deferred;
create index payment_hold_age on payment (hold_expires_at) where status = 'held';

-- One call to a processor, written before it is made; its id is the processor's idempotency key. `due_at` is the next try
-- and the lease of the running one, as with texts.
create table payment_effect (
  id uuid primary key,
  payment_id uuid not null references payment,
  kind text not null check (kind in ('authorize', 'capture', 'void', 'refund', 'transfer')),
  amount_cents integer not null check (amount_cents >= 0),
  -- Of a transfer: who receives it.
  carrier_id uuid references account,
  status text not null default 'due' check (status in ('due', 'running', 'done', 'refused')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claim_id uuid,
  -- A call whose answer was lost may have taken effect.
  in_doubt boolean not null default false,
  last_error text,
  -- What the processor calls the result.
  reference text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index payment_effect_payment on payment_effect (payment_id);
create index payment_effect_due on payment_effect (due_at) where status in ('due', 'running');
-- A hold is captured once and released once; refunds may be several.
create unique index payment_effect_once on payment_effect (payment_id, kind, carrier_id) nulls not distinct
  where kind in ('authorize', 'capture', 'void', 'transfer') and status <> 'refused';

-- Double entry: a row takes an amount from one account and gives it to another, so no row can leave anything over, and
-- the sum over all accounts is zero for each job and over all. Accounts are named `kind:id` (server/payments/ledger.ts).
create table ledger_transfer (
  id uuid primary key,
  at timestamptz not null default now(),
  kind text not null,
  debit text not null,
  credit text not null,
  amount_cents integer not null check (amount_cents > 0),
  mode text not null check (mode in ('live', 'test')),
  job_id uuid,
  payment_id uuid references payment,
  -- A settled effect is booked once.
  effect_id uuid references payment_effect,
  check (debit <> credit),
  unique (effect_id, kind, debit, credit)
);
create index ledger_debit on ledger_transfer (debit, at);
create index ledger_credit on ledger_transfer (credit, at);
create index ledger_job on ledger_transfer (job_id);

-- What a customer has in the wallet: the balance is kept beside the ledger so that spending it is one guarded statement.
create table wallet (
  account_id uuid primary key references account,
  balance_cents integer not null default 0 check (balance_cents >= 0)
);
