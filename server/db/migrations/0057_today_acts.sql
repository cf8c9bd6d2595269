-- What the acts of *Today* need (decision 31).
-- Locks: ACCESS EXCLUSIVE on today_snooze, carrier_document and ledger_transfer until the commit of all pending migrations; one read of
-- ledger_transfer for the index, which stays empty, and one of delivery_doubt.

-- A document that a waiting carrier sends after this ends the snooze of the carrier.
alter table today_snooze add column put_off_at timestamptz not null default now();

-- When staff last asked the carrier for the next document of this kind.
alter table carrier_document add column asked_at timestamptz;

-- The check and the subject of the difference that this row puts right; null for all other rows.
alter table ledger_transfer add column corrects text;
create index ledger_corrects on ledger_transfer (corrects) where corrects is not null;

-- Where no money was blocked, a doubt ends with the payment of the job: nothing is left to confirm.
update delivery_doubt set resolved_by = 'system', resolved_at = now()
where resolved_at is null
  and exists (select from job where job.id = delivery_doubt.job_id and job.status in ('completed', 'cancelled'))
  and not exists (
    select from money_block b
    where b.job_id = delivery_doubt.job_id and b.cause = 'early_delivery' and b.lifted_at is null);
