/**
 * An SQL expression for `AboutJob` (messages.ts), over the tables `job`, `who` (its carrier's account) and `n` (the
 * notice).
 */
export const aboutJobSql = `case when job.id is null then null else jsonb_build_object(
  'id', job.id, 'title', job.title,
  'pickup', coalesce(job.pickup->>'locality', job.pickup->>'postcode', ''),
  'dropoff', coalesce(job.dropoff->>'locality', job.dropoff->>'postcode', ''),
  'earnsCents', coalesce((job.price->>'helperCents')::int, 0), 'carrierName', who.name,
  'chargedCents', coalesce((select sum(p.captured_cents - p.refunded_cents)::int from payment p
    where p.job_id = job.id and p.status = 'captured'), 0),
  'hoursLeft', coalesce(extract(epoch from job.accepted_at - now()) / 3600 + job.collect_hours, 0),
  'toCarrier', job.carrier_id is not distinct from n.account_id) end`
