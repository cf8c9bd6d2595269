-- no-transaction
-- What belongs to an account: deleting the people of a world, and an erasure, look it up by the account.
-- Locks: SHARE UPDATE EXCLUSIVE on each table, which is read while its index is built; writes go on.
drop index concurrently if exists photo_account;
create index concurrently photo_account on photo (account_id) where account_id is not null;
drop index concurrently if exists cost_share_carrier;
create index concurrently cost_share_carrier on cost_share (carrier_id);
-- Instead of the index of those that were not removed.
drop index concurrently if exists payment_method_owner;
create index concurrently payment_method_owner on payment_method (account_id);
drop index concurrently if exists payment_method_account;
drop index concurrently if exists rating_account;
create index concurrently rating_account on rating (account_id);
