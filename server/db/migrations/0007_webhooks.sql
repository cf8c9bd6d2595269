-- Events that payment processors posted to us, so that one that comes twice is handled once.
create table webhook_event (
  -- The processor's own id of it.
  id text primary key,
  kind text not null,
  received_at timestamptz not null default now(),
  -- Null while it is being handled, or was cut short: then it is handled when it comes again.
  handled_at timestamptz
);
create index webhook_event_age on webhook_event (received_at);
