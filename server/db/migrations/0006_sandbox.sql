-- The books of the sandbox processor: what a payment processor keeps elsewhere. Only server/payments/providers/sandbox*
-- reads and writes them, in transactions of its own.

create table sandbox_setup (
  reference text primary key,
  setup_id uuid not null unique,
  payer_reference text not null,
  status text not null check (status in ('pending', 'saved', 'refused')),
  card_reference text,
  created_at timestamptz not null default now()
);

create table sandbox_card (
  reference text primary key,
  payer_reference text not null,
  -- What a card of this number does (contract/app/test-cards.ts).
  does text not null,
  brand text not null,
  last_four text not null,
  expires_month smallint not null,
  expires_year smallint not null,
  forgotten_at timestamptz,
  created_at timestamptz not null default now()
);

create table sandbox_authorization (
  reference text primary key,
  payment_id uuid not null,
  card_reference text not null references sandbox_card,
  status text not null check (status in ('action_required', 'held', 'captured', 'released', 'refused')),
  amount_cents integer not null check (amount_cents > 0),
  captured_cents integer not null default 0 check (captured_cents between 0 and amount_cents),
  refusal text,
  action_url text,
  hold_expires_at timestamptz,
  created_at timestamptz not null default now()
);
create index sandbox_authorization_payment on sandbox_authorization (payment_id);

create table sandbox_payout_account (
  reference text primary key,
  carrier_id uuid not null unique,
  created_at timestamptz not null default now()
);

-- Refunds and transfers.
create table sandbox_movement (
  reference text primary key,
  kind text not null check (kind in ('refund', 'transfer')),
  -- Null for a transfer out of what was captured before, whenever that was.
  authorization_reference text references sandbox_authorization,
  payout_reference text references sandbox_payout_account,
  amount_cents integer not null check (amount_cents > 0),
  created_at timestamptz not null default now()
);
create index sandbox_movement_authorization on sandbox_movement (authorization_reference);

-- The first answer to each idempotency key.
create table sandbox_call (
  key text primary key,
  request text not null,
  answer jsonb not null,
  created_at timestamptz not null default now()
);
