-- no-transaction
-- Notices of jobs nearby by the instant at which they were processed, so that they are deleted after a day (decision 64).
-- Movements are unique for each call to the processor. Two in five belong to no call, and were in this index, the largest of all.
-- And a page of the feed reads the stars of 50 customers from the index alone, not each rating from its page.
-- The indexes of movements change their names in one statement, so one of them guards the ledger after each interruption.
-- Locks: SHARE UPDATE EXCLUSIVE on notice, ledger_transfer and rating, which are read while the indexes are built; writes go on. Then
-- ACCESS EXCLUSIVE on ledger_transfer and rating to rename an index, for an instant.
drop index concurrently if exists notice_nearby_told;
create index concurrently notice_nearby_told on notice (told_at) where kind = 'job_nearby' and told_at is not null;
do $$ begin if to_regclass('ledger_transfer_effect') is null then alter index ledger_transfer_effect_new rename to ledger_transfer_effect; end if; end $$;
drop index concurrently if exists ledger_transfer_effect_old;
drop index concurrently if exists ledger_transfer_effect_new;
create unique index concurrently ledger_transfer_effect_new on ledger_transfer (effect_id, key_number, kind, debit, credit)
  where effect_id is not null;
do $$ begin alter index ledger_transfer_effect rename to ledger_transfer_effect_old; alter index ledger_transfer_effect_new rename to ledger_transfer_effect; end $$;
drop index concurrently if exists ledger_transfer_effect_old;
drop index concurrently if exists rating_about_new;
create index concurrently rating_about_new on rating (about_account_id, by_role) include (stars);
drop index concurrently if exists rating_about;
alter index rating_about_new rename to rating_about;
