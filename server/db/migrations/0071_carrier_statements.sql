-- Monthly statements of carriers with their tax data, and numbers after a restore (decision 68).
-- Locks: ACCESS EXCLUSIVE on invoice, SHARE ROW EXCLUSIVE on ledger_transfer and account, all without reading a row.

-- What a carrier's statements and self-billed invoices say about the carrier.
create table carrier_tax_data (
  account_id uuid primary key references account,
  legal_name text not null,
  tax_number text not null,
  address text not null,
  is_business boolean not null,
  -- When a business allowed the company to write its invoices; null without.
  agreed_at timestamptz,
  updated_at timestamptz not null default now()
);

-- Movements of carriers that are on no statement yet: written with the movement, deleted with the statement.
create table statement_due (
  ledger_id uuid primary key references ledger_transfer on delete cascade,
  -- The account of the ledger, `carrier:<id>`.
  account text not null,
  at timestamptz not null
);
create index statement_due_order on statement_due (account, at);

-- One statement for a carrier and month; play money apart. The page itself is in `invoice`.
create table carrier_statement (
  account_id uuid not null references account,
  month text not null,
  is_test boolean not null,
  invoice_id uuid not null references invoice on delete cascade,
  primary key (account_id, month, is_test)
);
create unique index carrier_statement_invoice on carrier_statement (invoice_id);

-- Months whose statements are all issued. A movement that is booked later is on the statement of the next month.
create table statement_month (
  month text primary key,
  ended_at timestamptz not null default now()
);

-- A statement of a month with payouts alone has no total, and one with corrections may have a negative one.
alter table invoice drop constraint invoice_total_cents_check;

-- At most one row: since a restore it is not known which numbers were given after the backup.
create table invoice_hold (
  id integer primary key default 1 check (id = 1),
  since timestamptz not null default now(),
  backup_of timestamptz not null
);

create or replace function queue_statement() returns trigger language plpgsql as $$
begin
  if current_setting('dray.restoring', true) = 'on' then return null; end if;
  insert into statement_due (ledger_id, account, at)
  values (new.id, case when new.credit like 'carrier:%' then new.credit else new.debit end, new.at);
  return null;
end $$;
create trigger ledger_statement after insert on ledger_transfer for each row
  when (new.credit like 'carrier:%' or new.debit like 'carrier:%') execute function queue_statement();
