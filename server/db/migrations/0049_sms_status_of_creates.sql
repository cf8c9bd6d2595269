-- The header X-SMS-Status of a create, beside sms_sent of its body, so that every replay returns the same value. A server of the
-- version before writes sms_sent alone.
-- Locks: ACCESS EXCLUSIVE on idempotency_key while the check reads its rows, which are those of a day.
alter table idempotency_key
  add column sms_status text check (sms_status in ('sent', 'retrying', 'refused', 'unreachable'));
