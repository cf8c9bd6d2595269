-- no-transaction
-- People have more languages than the panels (decision 80). A further language has its own column: version 0.2.0 goes on reading
-- `language`, which stays English or Spanish, and must not meet a value that it has no texts for.
-- oldest version: 0.2.0
-- Locks: ACCESS EXCLUSIVE on account, phone_challenge and partner, each for an instant and without reading a row. The validation
-- reads the table under SHARE UPDATE EXCLUSIVE; reads and writes go on.

alter table account add column if not exists further_language text;
alter table account drop constraint if exists account_further_language_check;
alter table account add constraint account_further_language_check
  check (further_language in ('pt', 'fr', 'it', 'de', 'ca')) not valid;
alter table account validate constraint account_further_language_check;

alter table phone_challenge add column if not exists further_language text;
alter table phone_challenge drop constraint if exists phone_challenge_further_language_check;
alter table phone_challenge add constraint phone_challenge_further_language_check
  check (further_language in ('pt', 'fr', 'it', 'de', 'ca')) not valid;
alter table phone_challenge validate constraint phone_challenge_further_language_check;

alter table partner add column if not exists further_sms_language text;
alter table partner drop constraint if exists partner_further_sms_language_check;
alter table partner add constraint partner_further_sms_language_check
  check (further_sms_language in ('pt', 'fr', 'it', 'de', 'ca')) not valid;
alter table partner validate constraint partner_further_sms_language_check;
