-- Mail: confirmed addresses of accounts, the mails as rows, and the notices that people switch off (decision 70).
-- Locks: SHARE ROW EXCLUSIVE on account, notice and invoice, all without reading a row.

create table mail_address (
  account_id uuid primary key references account,
  address text not null,
  -- Opens the page that switches mails off, from a mail.
  token text not null unique,
  confirmed_at timestamptz not null default now(),
  -- Since a mail server refused the address for good. No mail is written until it is confirmed again.
  failing_since timestamptz
);
create trigger mail_address_of_account before insert or update on mail_address
  for each row execute function refuse_erased_account('account_id');

-- One code to one address. Rows stay for a day, because codes are counted by them.
create table mail_confirmation (
  id uuid primary key,
  account_id uuid not null references account,
  address text not null,
  -- Null when a limit kept the code back: no code is right then.
  code_hash bytea,
  checks integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- When the mail server of the address refused it.
  refused_at timestamptz
);
create index mail_confirmation_account on mail_confirmation (account_id, created_at);
create index mail_confirmation_address on mail_confirmation (lower(address), created_at);
create index mail_confirmation_age on mail_confirmation (created_at);
create trigger mail_confirmation_of_account before insert on mail_confirmation
  for each row execute function refuse_erased_account('account_id');

-- Staff on duty are told that entries of *Today* have begun to cost something: kinds and their number, nothing else.
-- `status` is that of the call to the operator's webhook; `none` without one.
create table alert (
  id uuid primary key default gen_random_uuid(),
  entries jsonb not null,
  status text not null check (status in ('none', 'due', 'running', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claim_id uuid,
  last_error text,
  created_at timestamptz not null default now()
);
create index alert_due on alert (due_at) where status in ('due', 'running');
create index alert_age on alert (created_at);

-- The entries that were told, so that each is told once while it lasts.
create table today_alert (
  kind text not null,
  subject_id text not null,
  told_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (kind, subject_id)
);

-- A mail, written before it is sent; its id is the Message-ID. What it says is composed when it is sent.
create table mail (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  -- Null for an alert, which goes to its recipient.
  account_id uuid references account,
  recipient text,
  notice_id bigint unique references notice on delete cascade,
  invoice_id uuid unique references invoice on delete cascade,
  alert_id uuid references alert on delete cascade,
  confirmation_id uuid unique references mail_confirmation on delete cascade,
  -- The encrypted code of a confirmation, until it is sent.
  sealed_code bytea,
  status text not null default 'due' check (status in ('due', 'running', 'sent', 'failed', 'unknown')),
  attempts integer not null default 0,
  unknown_outcomes integer not null default 0,
  due_at timestamptz not null default now(),
  claim_id uuid,
  give_up_at timestamptz not null,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mail_due on mail (due_at) where status in ('due', 'running');
create index mail_account on mail (account_id, id) where account_id is not null;
create index mail_alert on mail (alert_id) where alert_id is not null;
create index mail_age on mail (created_at);

-- A kind of notice that a person does not want over a channel.
create table notice_switch (
  account_id uuid not null references account,
  kind text not null,
  channel text not null,
  primary key (account_id, kind, channel)
);
create trigger notice_switch_of_account before insert on notice_switch
  for each row execute function refuse_erased_account('account_id');
