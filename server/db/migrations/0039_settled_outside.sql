-- Money that can never move through the processor is settled outside, and the sliding window of a key is kept by minute.
-- Locks: ACCESS EXCLUSIVE on request_minute and payment_effect until the commit of all pending migrations; the check of
-- payment_effect reads its table once.

-- The window of 60 seconds at the busiest of these calls, as the rate limiter counted it: the counts by minute of the clock
-- cannot tell it.
alter table request_minute add column window_max integer not null default 0;

-- 'outside': paid in cash, by bank transfer or in any other way that the processor knows nothing of.
alter table payment_effect drop constraint payment_effect_origin_check;
alter table payment_effect add constraint payment_effect_origin_check
  check (origin in ('dray', 'processor', 'outside'));
-- What staff named as the payment that settled the call, for `settle outside`: a receipt, a bank transfer, the processor's id.
alter table payment_effect add column settled_by text;
