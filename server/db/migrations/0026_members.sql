-- Members: the people of the operator (`partner_id` is null, surface /admin) and of a partner, and how they sign in.
-- Locks until the commit of all pending migrations: SHARE ROW EXCLUSIVE on partner, ACCESS EXCLUSIVE on journal and
-- audit_event. The check of journal and the indexes of audit_event read their table once; no row is rewritten.
create table member (
  id uuid primary key,
  partner_id uuid references partner on delete cascade,
  -- Null for a member who has only passkeys.
  login_name text unique check (login_name = lower(login_name)),
  name text not null check (char_length(name) between 1 and 80),
  role text not null,
  language text not null check (language in ('en', 'es')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz,
  suspended_at timestamptz,
  -- Part of the proofs that devices keep: raising it ends them.
  device_epoch integer not null default 0,
  constraint member_role check (case when partner_id is null then role in ('viewer', 'staff', 'owner')
    else role in ('viewer', 'developer', 'admin') end)
);
create index member_partner on member (partner_id);

create table member_invitation (
  id uuid primary key,
  partner_id uuid references partner on delete cascade,
  -- The member whom it leads back in; null while it makes a new one.
  member_id uuid references member on delete cascade,
  role text not null,
  name text not null check (char_length(name) between 1 and 80),
  language text not null check (language in ('en', 'es')),
  -- SHA-256 of 32 random bytes.
  token_hash bytea not null unique,
  -- Name of the actor, as in the audit log.
  created_by text not null,
  -- Whose invitations end with their role. Null for a command.
  created_by_id uuid references member on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  constraint member_invitation_role check (case when partner_id is null then role in ('viewer', 'staff', 'owner')
    else role in ('viewer', 'developer', 'admin') end)
);
create index member_invitation_partner on member_invitation (partner_id);
create index member_invitation_member on member_invitation (member_id);
create index member_invitation_creator on member_invitation (created_by_id);
create index member_invitation_expiry on member_invitation (expires_at);

create table member_passkey (
  id uuid primary key,
  member_id uuid not null references member on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  -- Of the authenticator; one that goes back tells of a copy. 0 for passkeys that do not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index member_passkey_member on member_passkey (member_id);

create table member_password (
  member_id uuid primary key references member on delete cascade,
  -- A PHC string of Argon2id.
  hash text not null,
  -- Sealed with a key that is not in the database. Null after the secret key was replaced: recovery codes still work.
  totp_secret bytea,
  -- The last accepted step of 30 seconds; a code works once.
  last_totp_step bigint not null,
  created_at timestamptz not null default now()
);

create table member_recovery_code (
  member_id uuid not null references member on delete cascade,
  -- SHA-256 of 80 random bits.
  hash bytea not null,
  used_at timestamptz,
  primary key (member_id, hash)
);

create table member_session (
  id uuid primary key,
  member_id uuid not null references member on delete cascade,
  -- SHA-256 of 32 random bytes.
  token_hash bytea not null unique,
  device text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- When the member last proved who they are.
  stepped_up_at timestamptz not null default now()
);
create index member_session_member on member_session (member_id);
create index member_session_expiry on member_session (expires_at);
create index member_session_ended on member_session (ended_at) where ended_at is not null;

create table member_challenge (
  id uuid primary key,
  kind text not null check (kind in ('register', 'sign_in', 'step_up', 'totp_setup')),
  member_id uuid references member on delete cascade,
  invitation_id uuid references member_invitation on delete cascade,
  -- Of WebAuthn.
  challenge bytea,
  -- Of `totp_setup`: name, hash of the password and secret of the authenticator app, sealed until they are confirmed.
  sealed bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint member_challenge_content check ((kind = 'totp_setup') = (sealed is not null)
    and (kind = 'totp_setup') = (challenge is null))
);
create index member_challenge_member on member_challenge (member_id);
create index member_challenge_invitation on member_challenge (invitation_id);
create index member_challenge_expiry on member_challenge (expires_at);

-- Attempts to guess a password, a code or a token. Counted before they are looked at.
create table member_guess (
  id bigint generated always as identity primary key,
  -- SHA-256 of what was guessed about: a login name (also an unknown one), a member or the tokens.
  subject bytea not null,
  client_address text not null,
  -- From a device that had signed in as this member before, or from within a session.
  known_device boolean not null,
  at timestamptz not null default now(),
  -- True once it was right; it then no longer counts.
  ok boolean not null default false
);
create index member_guess_subject on member_guess (subject, at);
create index member_guess_address on member_guess (client_address, at);
create index member_guess_at on member_guess (at);

alter table audit_event
  -- The role of a member when they acted.
  add column actor_role text,
  -- The request; the same for all events that it caused.
  add column correlation_id uuid;
create index audit_event_act on audit_event (act text_pattern_ops, id);
create index audit_event_actor on audit_event (actor_id, id) where actor_id is not null;
create index audit_event_name on audit_event (actor_name, id);
create index audit_event_at on audit_event (at);

-- A restore of an older backup must not bring a member back in, or a role or a passkey that was taken away.
alter table journal drop constraint journal_act_check;
alter table journal add constraint journal_act_check check (act in ('account_erased', 'account_suspended', 'account_resumed',
  'partner_suspended', 'partner_resumed', 'key_revoked', 'key_replaced', 'key_expiry', 'carrier_status', 'draft_withdrawn',
  'member_removed', 'member_suspended', 'member_resumed', 'member_role',
  'member_passkey_removed'));
comment on column journal.detail is
  'Of key_replaced the instant at which older values end, of key_expiry the new one (null: never), of carrier_status the new status, of member_role the new role.';
create trigger member_removed_journal after delete on member for each row execute function write_journal('member_removed', 'id');
create trigger member_suspended_journal after update of suspended_at on member for each row
  when (old.suspended_at is null and new.suspended_at is not null) execute function write_journal('member_suspended', 'id');
create trigger member_resumed_journal after update of suspended_at on member for each row
  when (old.suspended_at is not null and new.suspended_at is null) execute function write_journal('member_resumed', 'id');
create trigger member_role_journal after update of role on member for each row
  when (new.role is distinct from old.role) execute function write_journal('member_role', 'id', 'role');
create trigger member_passkey_removed_journal after delete on member_passkey for each row
  execute function write_journal('member_passkey_removed', 'id');
