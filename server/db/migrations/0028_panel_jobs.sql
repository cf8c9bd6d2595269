-- Jobs in the operator's panel: hiding by staff, internal notes, saved views, exports, and the indexes of the lists.
-- Locks until the commit, which is that of all pending migrations, as they run in one transaction: ACCESS EXCLUSIVE on job,
-- SHARE on payment. The column is added without writing a row, but all indexes on job, also those of later migrations, are
-- built under the lock of the first "alter table job" (about ten seconds for a million jobs, in which requests on jobs wait).

-- Set by staff; `hidden_at` is of the money, and ends by itself.
alter table job add column staff_hidden_at timestamptz;

-- A town as people type it: without accents, in lower case. Uppercase accents are listed because lower() depends on
-- the locale of the database.
create or replace function place_key(place text) returns text language sql immutable strict parallel safe as $$
  select lower(translate(btrim(place), 'áàâäãéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ',
    'aaaaaeeeeiiiiooooouuuuncAAAAAEEEEIIIIOOOOOUUUUNC'))
$$;

-- Each list reads its page from one of these, newest first.
create index job_list on job (created_at, id);
create index job_list_status on job (status, created_at, id);
create index job_list_key on job (key_id, created_at, id) where key_id is not null;
create index job_list_test on job (created_at, id) where mode = 'test';
-- Without drafts, so that creating one writes to neither; drafts are found among those of job_list_status.
create index job_list_pickup on job (place_key(pickup ->> 'locality'), created_at, id) where status <> 'draft';
create index job_list_dropoff on job (place_key(dropoff ->> 'locality'), created_at, id) where status <> 'draft';
-- Only ended jobs change no more, and these lie where they were written: a summary of pages is enough, and it does not
-- make each update write to an index.
create index job_list_updated on job using brin (updated_at) with (pages_per_range = 32, autosummarize = on);
create index payment_given_back on payment (job_id) where refunded_cents > 0;

-- What staff write about a job for each other. Deleted with the job's personal data.
create table job_note (
  id uuid primary key,
  job_id uuid not null references job on delete cascade,
  author_id uuid references member on delete set null,
  author_name text not null,
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index job_note_job on job_note (job_id, created_at);
create index job_note_author on job_note (author_id);

-- A named list of jobs; a shared one is seen by every member of staff, and stays when the one who made it is removed.
create table job_view (
  id uuid primary key,
  member_id uuid references member on delete set null,
  shared boolean not null default false,
  name text not null check (char_length(name) between 1 and 80),
  filters jsonb not null,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  constraint job_view_is_seen check (shared or member_id is not null)
);
create index job_view_member on job_view (member_id);
create index job_view_shared on job_view (id) where shared;
create or replace function delete_own_job_views() returns trigger language plpgsql as $$
begin
  delete from job_view where member_id = old.id and not shared;
  return old;
end $$;
create trigger member_job_views before delete on member for each row execute function delete_own_job_views();

-- A file of jobs that a background task writes, with a lease (db/leased-rows.ts).
create table job_export (
  id uuid primary key,
  member_id uuid not null references member on delete cascade,
  filters jsonb not null,
  with_phones boolean not null,
  status text not null default 'due' check (status in ('due', 'running', 'done', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  claim_id uuid,
  -- Where the next batch goes on: `next` of the page before.
  next text,
  chunks integer not null default 0,
  rows_written integer not null default 0,
  last_error text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  expires_at timestamptz not null default now() + interval '24 hours'
);
create index job_export_member on job_export (member_id);
create index job_export_due on job_export (due_at) where status in ('due', 'running');
create index job_export_expiry on job_export (expires_at);

create table job_export_chunk (
  export_id uuid not null references job_export on delete cascade,
  position integer not null,
  content text not null,
  primary key (export_id, position)
);
