-- What the panel needs to list carriers by the change of their status, and people by how their name begins.
-- Locks: SHARE on carrier and account until the commit of all pending migrations; one read of the table for each index.
create index carrier_changed on carrier (status_changed_at, account_id);
create index account_name on account (lower(name) text_pattern_ops) where name is not null;
