-- Texts get the status words of the other queues, so that all of them share server/db/leased-rows.ts: `due` and `running`.
-- Locks: ACCESS EXCLUSIVE on sms until the commit. Rows that do not wait are not rewritten: the check and the index read the
-- table once each, 2 s for a million texts.
alter table sms drop constraint sms_status_check;
update sms set status = case status when 'pending' then 'due' else 'running' end where status in ('pending', 'sending');
alter table sms add constraint sms_status_check check (status in ('due', 'running', 'sent', 'failed', 'unknown'));
drop index sms_due;
create index sms_due on sms (due_at) where status in ('due', 'running');
