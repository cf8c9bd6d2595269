-- no-transaction
-- A tip is a payment for a job that is completed (decision 72).
-- Locks: ACCESS EXCLUSIVE on payment without reading a row, then SHARE UPDATE EXCLUSIVE for one read of it: writes go on.

alter table payment drop constraint if exists payment_purpose_check;
alter table payment
  add constraint payment_purpose_check check (purpose in ('publish', 'renewal', 'top_up', 'tip')) not valid;
alter table payment validate constraint payment_purpose_check;
