-- What people are told: by web push, and in the app while it is open.

create table push_subscription (
  id uuid primary key,
  account_id uuid not null references account on delete cascade,
  session_id uuid not null references session on delete cascade,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_subscription_account on push_subscription (account_id);
create index push_subscription_session on push_subscription (session_id);

-- Written in the transaction of what it tells; a task makes pushes of it.
create table notice (
  id bigint generated always as identity primary key,
  account_id uuid not null references account on delete cascade,
  kind text not null,
  job_id uuid references job on delete cascade,
  created_at timestamptz not null default now(),
  told_at timestamptz
);
create index notice_due on notice (id) where told_at is null;
create index notice_account on notice (account_id, id);
-- For deleting drafts, and what was told long ago.
create index notice_job on notice (job_id);
create index notice_told on notice (told_at) where told_at is not null;

-- One push to one device, written before it is sent; `due_at` is the next try and the lease.
create table push (
  id uuid primary key,
  subscription_id uuid not null references push_subscription on delete cascade,
  notice_id bigint not null references notice on delete cascade,
  status text not null default 'due' check (status in ('due', 'running', 'sent', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claim_id uuid,
  last_error text,
  created_at timestamptz not null default now(),
  unique (subscription_id, notice_id)
);
create index push_notice on push (notice_id);
create index push_age on push (created_at);
create index push_due on push (due_at) where status in ('due', 'running');
