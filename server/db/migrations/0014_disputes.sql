-- Disputes (chargebacks) and early fraud warnings, as the processor tells them. What they take or give back is booked by the
-- difference to what is booked already, so that events may be repeated and come in any order.
create table dispute (
  processor text not null,
  reference text not null,
  kind text not null check (kind in ('dispute', 'fraud_warning')),
  -- Null when it is about a charge that is not known here.
  payment_id uuid references payment,
  -- In the processor's words.
  status text not null,
  reason text not null,
  amount_cents integer not null,
  -- What the bank has taken back so far, and what the processor charged for it; both are booked.
  withdrawn_cents integer not null default 0,
  fee_cents integer not null default 0,
  -- How many movements the processor had made: an older answer that comes later changes nothing.
  movements integer not null default 0,
  respond_by timestamptz,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  -- When staff let the payout go on.
  released_at timestamptz,
  release_reason text,
  updated_at timestamptz not null default now(),
  primary key (processor, reference)
);
create index dispute_payment on dispute (payment_id);
create index dispute_open on dispute (opened_at) where closed_at is null;
