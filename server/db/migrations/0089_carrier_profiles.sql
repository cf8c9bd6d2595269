-- no-transaction
-- How a customer recognises a carrier: face, vehicle and plate (decision 81).
-- Locks: ACCESS EXCLUSIVE on carrier and carrier_document, and SHARE ROW EXCLUSIVE on account, all without reading a row. The checks
-- and the keys read carrier_document, and the index reads carrier; writes go on.

-- The key is the plate in upper case without spaces and hyphens. `admitted_at`: the last approval, null for those before this version.
-- A carrier who was approved while `CARRIER_PROFILE` was `required` needs a portrait and a plate to accept a job.
alter table carrier
  add column if not exists plate text,
  add column if not exists plate_key text,
  add column if not exists plate_changed_at timestamptz,
  add column if not exists admitted_at timestamptz,
  add column if not exists profile_required boolean not null default false;
create index concurrently if not exists carrier_plate on carrier (plate_key) where plate_key is not null;

-- A photo of a carrier is a document that needs no approval: it is `accepted`, `replaced` by the next one, or `refused`
-- after staff have removed it. A person sends the portrait before there is a carrier.
alter table carrier_document drop constraint if exists carrier_document_kind_check;
alter table carrier_document
  add constraint carrier_document_kind_check check (kind in ('licence', 'insurance', 'other', 'portrait', 'vehicle')) not valid;
alter table carrier_document validate constraint carrier_document_kind_check;
alter table carrier_document drop constraint if exists carrier_document_account_id_fkey;
alter table carrier_document
  add constraint carrier_document_account_id_fkey foreign key (account_id) references account (id) not valid;
alter table carrier_document validate constraint carrier_document_account_id_fkey;
