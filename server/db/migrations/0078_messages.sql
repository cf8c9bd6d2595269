-- no-transaction
-- Messages of a job in three threads, and how far each person has read them (decision 71).
-- Locks: ACCESS EXCLUSIVE on photo and SHARE ROW EXCLUSIVE on job, account and job_message, all without reading a row. The index and
-- the check of the key read photo; writes go on.

-- The id is made by the client. `together`: customer and carrier; `customer`, `carrier`: with the operator.
create table if not exists job_message (
  id uuid primary key,
  job_id uuid not null references job on delete cascade,
  -- The order in the job, given under its lock.
  position integer not null,
  thread text not null check (thread in ('together', 'customer', 'carrier')),
  -- The carrier of the job when it was sent; null in the thread `customer`.
  carrier_id uuid references account,
  sender text not null check (sender in ('customer', 'carrier', 'staff')),
  -- The name of the member of staff, for the panel.
  author_name text,
  -- Null for a photo.
  text text,
  -- To the operator, and not answered yet.
  waits boolean not null default false,
  created_at timestamptz not null,
  unique (job_id, position)
);
drop index concurrently if exists job_message_carrier;
create index concurrently job_message_carrier on job_message (carrier_id);
drop index concurrently if exists job_message_waiting;
create index concurrently job_message_waiting on job_message (job_id) where waits;

create table if not exists message_reader (
  job_id uuid not null references job on delete cascade,
  account_id uuid not null references account,
  -- The last position that the person has read, of `together` and of the thread with the operator.
  together_position integer not null default 0,
  operator_position integer not null default 0,
  -- A message of the other side is unread: when the person is reminded, and when it was done.
  remind_at timestamptz,
  reminded_at timestamptz,
  primary key (job_id, account_id)
);
drop index concurrently if exists message_reader_account;
create index concurrently message_reader_account on message_reader (account_id);
drop index concurrently if exists message_reader_due;
create index concurrently message_reader_due on message_reader (remind_at) where reminded_at is null;

-- The photo of a message; null for all other photos.
alter table photo add column if not exists message_id uuid;
alter table photo drop constraint if exists photo_message_id_fkey;
alter table photo
  add constraint photo_message_id_fkey foreign key (message_id) references job_message(id) on delete set null not valid;
alter table photo validate constraint photo_message_id_fkey;
drop index concurrently if exists photo_message;
create unique index concurrently photo_message on photo (message_id) where message_id is not null;

-- Both sides see a message, and that it was read, at once. Rows of a restored backup are old and tell no stream.
create or replace function tell_message() returns trigger language plpgsql as $$ begin
  perform pg_notify('dray_live', 'job:' || new.job_id); return null; end $$;
create or replace trigger job_message_live after insert on job_message for each row
  when (new.created_at > now() - interval '1 minute') execute function tell_message();
create or replace trigger message_reader_live after update on message_reader for each row
  when (new.together_position > old.together_position or new.operator_position > old.operator_position)
  execute function tell_message();
