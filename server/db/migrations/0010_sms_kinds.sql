-- A text is a draft's link, a sign-in code, or a notice to an account.
alter table sms
  add column kind text not null default 'draft' check (kind in ('draft', 'code', 'notice')),
  add column account_id uuid references account on delete cascade,
  add column notice_id bigint references notice on delete cascade;
update sms set kind = 'code' where challenge_id is not null;
alter table sms alter column kind drop default;

alter table sms drop constraint sms_about;
alter table sms add constraint sms_about check (
  case kind
    when 'draft' then job_id is not null and num_nonnulls(challenge_id, notice_id, account_id) = 0
    when 'code' then challenge_id is not null and num_nonnulls(job_id, notice_id, account_id) = 0
    when 'notice' then num_nonnulls(notice_id, account_id) = 2 and challenge_id is null
  end);
-- One text per notice.
create unique index sms_notice on sms (notice_id) where notice_id is not null;
create index sms_account on sms (account_id, created_at) where account_id is not null;

-- Texts of drafts that were handed to a provider, for the daily caps. A row outlives its draft, so it holds no number
-- but an HMAC of it, and is deleted after 24 hours.
create table sms_handover (
  sms_id uuid primary key,
  number_hash bytea not null,
  key_id uuid references api_key,
  at timestamptz not null default now()
);
create index sms_handover_number on sms_handover (number_hash, at);
create index sms_handover_key on sms_handover (key_id, at) where key_id is not null;
create index sms_handover_age on sms_handover (at);
-- The drafts of the last 24 hours have been counted by their texts so far.
drop index sms_per_number;
drop index sms_per_key;

-- What the caller showed besides the number: the link of a draft that waits for it, or a device that signed in with it
-- before. Callers without a proof cannot use up the codes kept for those with one.
alter table phone_challenge add column proof text check (proof in ('draft', 'device'));
