-- A chain over the audit log: a link for each event, with the hash of the link before and of the event, so that an event that
-- was changed or cut is seen (decision 51). Links are made at the commit, one transaction at a time, so that they have no gap.
-- Locks until the commit of all pending migrations: ACCESS EXCLUSIVE on audit_event, because a trigger of it is replaced; the table
-- is read once.
create table audit_link (
  position bigint primary key,
  -- No foreign key: the link stays when its event is cut.
  event_id bigint not null unique,
  -- SHA-256 of the hash before (nothing before the first) and of the event, as
  -- `link_audit_event` writes it.
  hash bytea not null check (octet_length(hash) = 32)
);

-- With the rights of the owner: the service may not write links. The lock is taken at the commit, when the transaction
-- has all its other locks, so that nobody who holds it waits for anybody.
create or replace function link_audit_event() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last audit_link;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit_link', 0));
  select * into last from audit_link order by position desc limit 1;
  insert into audit_link (position, event_id, hash)
  values (coalesce(last.position, 0) + 1, new.id, sha256(coalesce(last.hash, '') || convert_to(jsonb_build_array(new.id,
      to_char(new.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), new.actor_type, new.actor_id,
      new.actor_name, new.actor_role, new.act, new.targets, new.reason, new.changes, new.correlation_id)::text, 'UTF8')));
  return null;
end $$;

-- A restore fills both tables.
create constraint trigger audit_event_link after insert on audit_event deferrable initially deferred for each row
  when (current_setting('dray.restoring', true) is distinct from 'on') execute function link_audit_event();

do $$
declare
  event audit_event;
  last bytea := '';
  count bigint := 0;
begin
  for event in select * from audit_event order by id loop
    count := count + 1;
    last := sha256(last || convert_to(jsonb_build_array(event.id,
        to_char(event.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), event.actor_type, event.actor_id,
        event.actor_name, event.actor_role, event.act, event.targets, event.reason, event.changes, event.correlation_id)::text, 'UTF8'));
    insert into audit_link (position, event_id, hash) values (count, event.id, last);
  end loop;
end $$;

create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
drop trigger audit_event_append_only on audit_event;
create trigger audit_event_append_only before update or delete or truncate on audit_event
  for each statement execute function refuse_audit_change();
create trigger audit_link_append_only before update or delete or truncate on audit_link
  for each statement execute function refuse_audit_change();
