-- Documents of carriers, such as a licence: a picture that staff accept or refuse, with the day on which it ends. Of one
-- kind a carrier has at most one that waits and one that is accepted.
-- Locks: ACCESS EXCLUSIVE on photo until the commit of all pending migrations, with one read of it for each index.
create table carrier_document (
  -- Made by the carrier's device, so that a repeated upload is one document.
  id uuid primary key,
  account_id uuid not null references carrier (account_id),
  kind text not null check (kind in ('licence', 'insurance', 'other')),
  status text not null default 'waiting' check (status in ('waiting', 'accepted', 'refused', 'replaced')),
  -- The last day on which it is valid: as the carrier says, and from the acceptance on as staff say. Null: it does not end.
  expires_on date,
  -- Why it was refused, in words for the carrier.
  reason text,
  created_at timestamptz not null default now(),
  -- When it was accepted, refused or replaced.
  decided_at timestamptz,
  -- When the carrier was told that it ends soon.
  expiry_told_at timestamptz,
  constraint carrier_document_decided check ((status = 'waiting') = (decided_at is null))
);
create unique index carrier_document_current on carrier_document (account_id, kind, status)
  where status in ('waiting', 'accepted');
create index carrier_document_of on carrier_document (account_id, created_at, id);
create index carrier_document_waiting on carrier_document (created_at) where status = 'waiting';
create index carrier_document_expiry on carrier_document (expires_on) where status = 'accepted';
create index carrier_document_ended on carrier_document (decided_at) where status in ('refused', 'replaced');

create trigger carrier_document_of_account before insert on carrier_document for each row
  execute function refuse_erased_account('account_id');

-- The picture of a document is a photo of no job, which is never public.
alter table photo
  add column document_id uuid references carrier_document (id) on delete set null,
  add constraint photo_owner check (job_id is null or document_id is null);
create unique index photo_document on photo (document_id) where document_id is not null;
drop index photo_orphan;
create index photo_orphan on photo (created_at) where job_id is null and document_id is null;
