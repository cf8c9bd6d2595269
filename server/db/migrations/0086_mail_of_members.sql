-- no-transaction
-- Mails and codes of members of staff, and the pages of a month without a walk over newer ones (decision 77).
-- Locks: ACCESS EXCLUSIVE on mail and mail_confirmation and SHARE ROW EXCLUSIVE on member, all without reading a row. The indexes and the
-- checks of the keys read mail, mail_confirmation, invoice and carrier_statement; writes go on.

alter table mail add column if not exists member_id uuid;
alter table mail drop constraint if exists mail_member_id_fkey;
alter table mail
  add constraint mail_member_id_fkey foreign key (member_id) references member(id) on delete cascade not valid;
alter table mail validate constraint mail_member_id_fkey;
drop index concurrently if exists mail_member;
create index concurrently mail_member on mail (member_id) where member_id is not null;

alter table mail_confirmation add column if not exists member_id uuid;
alter table mail_confirmation drop constraint if exists mail_confirmation_member_id_fkey;
alter table mail_confirmation
  add constraint mail_confirmation_member_id_fkey foreign key (member_id) references member(id) on delete cascade not valid;
alter table mail_confirmation validate constraint mail_confirmation_member_id_fkey;
drop index concurrently if exists mail_confirmation_member;
create index concurrently mail_confirmation_member on mail_confirmation (member_id, created_at) where member_id is not null;

drop index concurrently if exists invoice_issued;
create index concurrently invoice_issued on invoice (issued_at, id);
drop index concurrently if exists carrier_statement_month;
create index concurrently carrier_statement_month on carrier_statement (month, invoice_id);
