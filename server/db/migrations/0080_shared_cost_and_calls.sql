-- Refunds whose cost a carrier shares (decision 72), and calls between customer and carrier over a number of a provider, so that
-- neither sees the other's (decision 78).
-- Locks: SHARE ROW EXCLUSIVE on payment, payment_effect, job and account, without reading a row.

-- The part of a refund that the carrier of the job bears. The ledger has it as a correction.
create table cost_share (
  -- Of the refund (`payment_effect`).
  effect_id uuid primary key references payment_effect,
  payment_id uuid not null references payment,
  -- Without a foreign key, like ledger_transfer.job_id.
  job_id uuid not null,
  carrier_id uuid not null references account,
  amount_cents integer not null check (amount_cents > 0),
  -- What was kept back from payouts so far; the rest is kept back from later ones.
  recovered_cents integer not null default 0 check (recovered_cents between 0 and amount_cents),
  created_at timestamptz not null default now()
);
create index cost_share_payment on cost_share (payment_id);
create index cost_share_open on cost_share (carrier_id) where recovered_cents < amount_cents;

-- One number for a job and its carrier. Written before the provider is asked.
create table call_line (
  -- Also the idempotency key of the provider.
  id uuid primary key default gen_random_uuid(),
  job_id uuid not null references job on delete cascade,
  carrier_id uuid not null references account,
  provider text not null,
  -- `opening`: the provider was asked; `open`: it gave a number; `closing`: the number is to be given back.
  status text not null check (status in ('opening', 'open', 'closing', 'closed')),
  -- What the provider calls it; null until it answers.
  reference text,
  number text,
  -- When the provider ends it by itself.
  ends_at timestamptz not null,
  -- For `opening` and `closing`: when the provider may be asked again.
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null default now()
);
create unique index call_line_of_pair on call_line (job_id, carrier_id) where status in ('opening', 'open');
create index call_line_job on call_line (job_id);
create index call_line_carrier on call_line (carrier_id);
create index call_line_unfinished on call_line (due_at) where status <> 'closed';
create trigger call_line_of_account before insert on call_line for each row execute function refuse_erased_account('carrier_id');

-- A tip is asked by its customer, as a payment for the job is.
create or replace function tell_payment() returns trigger language plpgsql as $$
declare
  word text := case when tg_op = 'INSERT' then 'asked' else new.status end;
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  insert into timeline_entry (job_id, kind, subject_id, what, outcome, actor_id, reason, amount_cents)
  values (new.job_id, 'payment', new.id, new.purpose, word,
    case when word = 'asked' and new.purpose in ('publish', 'tip') then new.account_id end,
    case when word = 'refused' then new.refusal end,
    case when word = 'captured' then new.captured_cents else new.amount_cents end);
  if word = 'captured' and new.captured_cents < new.amount_cents then
    insert into timeline_entry (job_id, kind, subject_id, what, outcome, amount_cents)
    values (new.job_id, 'payment', new.id, new.purpose, 'rest_released', new.amount_cents - new.captured_cents);
  end if;
  return null;
end $$;
