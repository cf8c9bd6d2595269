-- The last use of each value of a key tells whether a partner has changed over, before its old value is ended.
-- Locks: ACCESS EXCLUSIVE on api_key_secret until the commit of all pending migrations; no table is read.
alter table api_key_secret add column last_used_at timestamptz;
