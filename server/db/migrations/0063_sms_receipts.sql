-- no-transaction
-- Receipts of SMPP name only the id of the SMS centre (decision 56).
-- Locks: SHARE UPDATE EXCLUSIVE on sms, which is read while the index is built; writes go on.
drop index concurrently if exists sms_smpp_message;
create index concurrently sms_smpp_message on sms (provider_message_id) where provider = 'smpp' and provider_message_id is not null;
