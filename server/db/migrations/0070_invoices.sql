-- Receipts, credit notes and other pages with a number, one for each movement of a person's money (decision 67).
-- Locks: SHARE ROW EXCLUSIVE on ledger_transfer, payment and account, all without reading a row.

-- The last number of a series in a year. It is raised in the transaction that issues the page, so no number is left out.
create table invoice_series (
  series text not null,
  year integer not null,
  last_number integer not null check (last_number > 0),
  primary key (series, year)
);

create table invoice (
  id uuid primary key,
  kind text not null,
  series text not null,
  year integer not null,
  number integer not null check (number > 0),
  -- Play money, in a series that real money never uses.
  is_test boolean not null,
  account_id uuid not null references account,
  -- Without a foreign key, like ledger_transfer.job_id: the page stays when its job is deleted.
  job_id uuid,
  payment_id uuid references payment,
  -- The receipt that a credit note reduces, or the credit note that a debit note takes back.
  corrects uuid references invoice,
  issued_at timestamptz not null,
  total_cents integer not null check (total_cents > 0),
  content jsonb not null,
  -- The person as known when the page was issued; null after the retention.
  party jsonb,
  unique (series, year, number)
);
create index invoice_account on invoice (account_id, id);
create index invoice_job on invoice (job_id) where job_id is not null;
create index invoice_payment on invoice (payment_id);
create index invoice_corrects on invoice (corrects) where corrects is not null;
create index invoice_party on invoice (issued_at) where party is not null;

-- The movements that a page is about. The primary key lets a movement be on one page only.
create table invoice_line (
  ledger_id uuid primary key references ledger_transfer on delete cascade,
  invoice_id uuid not null references invoice on delete cascade
);
create index invoice_line_invoice on invoice_line (invoice_id);

-- Movements that still need a page: written with the movement, deleted with the issue.
create table invoice_due (
  ledger_id uuid primary key references ledger_transfer on delete cascade,
  -- Charges are first: the page of a refund names the page of its charge.
  is_charge boolean not null,
  due_at timestamptz not null default now(),
  last_error text
);
create index invoice_due_order on invoice_due (is_charge desc, ledger_id);

create or replace function queue_invoice() returns trigger language plpgsql as $$
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  insert into invoice_due (ledger_id, is_charge) values (new.id, new.kind = 'capture');
  return null;
end $$;
create trigger ledger_invoice after insert on ledger_transfer for each row
  when (new.kind in ('capture', 'refund', 'refund_failed')) execute function queue_invoice();

-- An issued page never changes, except that its person is forgotten, and only play money is ever deleted.
create or replace function keep_invoice() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.is_test then return old; end if;
    raise exception 'an issued invoice is never deleted';
  end if;
  if new.party is not null or to_jsonb(new) - 'party' is distinct from to_jsonb(old) - 'party' then
    raise exception 'an issued invoice never changes';
  end if;
  return new;
end $$;
create trigger invoice_kept before update or delete on invoice for each row execute function keep_invoice();

-- The open page of a job shows its receipt as soon as it is issued.
create or replace function tell_invoice() returns trigger language plpgsql as $$
begin
  perform pg_notify('dray_live', 'job:' || new.job_id);
  return null;
end $$;
create trigger invoice_told after insert on invoice for each row
  when (new.job_id is not null) execute function tell_invoice();
