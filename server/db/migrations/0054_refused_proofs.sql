-- Refused proofs of members, folded by member and hour. A task records each row in the audit log, so that an attempt takes as
-- many statements for a name without a member. A sign-in shows its member the open rows and marks them `told`; a later refusal
-- begins another row.
create table member_refusal (
  id bigint generated always as identity primary key,
  member_id uuid not null references member on delete cascade,
  hour timestamptz not null,
  -- By what was wrong. `codes`: the password was right.
  passwords integer not null default 0,
  codes integer not null default 0,
  passkeys integer not null default 0,
  step_ups integer not null default 0,
  -- Passkeys whose counter did not rise, and that are not backed up.
  copies integer not null default 0,
  -- Of all of them, from browsers that had signed in as the member before.
  known integer not null default 0,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  told boolean not null default false,
  -- The session whose sign-in has told the member.
  told_session uuid,
  -- How many of the row are in the audit log.
  recorded integer not null default 0
);

create index member_refusal_member on member_refusal (member_id);
create unique index member_refusal_open on member_refusal (member_id, hour) where not told;
create index member_refusal_last on member_refusal (last_at);
create index member_refusal_told on member_refusal (told_session) where told_session is not null;

-- A fresh proof gives the session another token. Requests that are on their way with the one before are answered for a while,
-- without the proof.
alter table member_session add column previous_token_hash bytea, add column previous_until timestamptz;
create index member_session_previous on member_session (previous_token_hash) where previous_token_hash is not null;
