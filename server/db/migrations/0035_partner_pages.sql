-- The partner's own pages: sessions in which a member of the operator's staff views them.
-- Locks until the commit: ACCESS EXCLUSIVE on member_session and member, SHARE ROW EXCLUSIVE on partner. The tables are small,
-- and their rows are not rewritten.
alter table member_session
  -- The partner whose pages a member of staff views.
  add column viewed_partner_id uuid references partner on delete cascade,
  -- The session of the panel that started it, and with which it ends.
  add column opened_by uuid references member_session on delete cascade,
  add constraint member_session_viewing check ((viewed_partner_id is null) = (opened_by is null));
create index member_session_viewed_partner on member_session (viewed_partner_id) where viewed_partner_id is not null;
create index member_session_opened_by on member_session (opened_by) where opened_by is not null;
-- The members of the staff or of a partner, newest first.
drop index member_partner;
create index member_partner on member (partner_id, id);
