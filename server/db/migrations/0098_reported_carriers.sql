-- no-transaction
-- About which carrier a message was reported (decision 71), and until when staff have seen the changes of a carrier (decision 81).
-- Locks: ACCESS EXCLUSIVE on job_message, then on carrier, each without reading a row.

-- With a report only: the carrier in whose talk the reported message is. Null in reports of nodes of a version before.
alter table job_message add column if not exists about_carrier_id uuid;

-- `admitted_at` is the approval only.
alter table carrier add column if not exists changes_seen_at timestamptz;
