-- Connections may come from a pooler, so nothing depends on the settings of a session (decision 58).
-- Locks: SHARE UPDATE EXCLUSIVE on the tables below, ACCESS EXCLUSIVE on ledger_check and node, all without reading a row.

-- A lease instead of a lock of the session: one node at a time checks the whole ledger.
alter table ledger_check add column whole_claim_id uuid, add column whole_leased_until timestamptz;

-- How many connections a node may open, to compare with max_connections.
alter table node add column connections integer;

-- A kept plan reads the whole table if it was made when the statistics told of a small one, until the next analysis. Without statistics
-- PostgreSQL expects a few pages and takes the index. So the tables that grow quickly have none while they are small.
alter table job set (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = 5000);
alter table sms set (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = 5000);
alter table photo set (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = 5000);
alter table account set (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = 5000);
alter table payment set (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = 5000);
alter table idempotency_key set (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_threshold = 5000);
