-- no-transaction
-- Members of staff send themselves a test of their alerts: who has asked for it, and what the mail server has answered (decision 77).
-- Locks: ACCESS EXCLUSIVE on alert and mail and SHARE ROW EXCLUSIVE on member, all without reading a row. The index and the check of the
-- key read alert; writes go on.

alter table alert add column if not exists member_id uuid;
alter table alert drop constraint if exists alert_member_id_fkey;
alter table alert
  add constraint alert_member_id_fkey foreign key (member_id) references member(id) on delete cascade not valid;
alter table alert validate constraint alert_member_id_fkey;
drop index concurrently if exists alert_member;
create index concurrently alert_member on alert (member_id, created_at) where member_id is not null;

alter table mail add column if not exists answer text;
