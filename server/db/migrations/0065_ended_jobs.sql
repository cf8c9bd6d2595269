-- no-transaction
-- Live jobs by the day on which they ended, for the sums of days (decision 63).
-- Locks: SHARE UPDATE EXCLUSIVE on job, which is read while the indexes are built; writes go on.
drop index concurrently if exists job_completed;
create index concurrently job_completed on job (completed_at) where mode = 'live' and status = 'completed';
drop index concurrently if exists job_cancelled;
create index concurrently job_cancelled on job (cancelled_at) where mode = 'live' and status = 'cancelled';
