/** An SQL expression for `AboutJob` (messages.ts), over the tables `job`, `who` (its carrier's account) and `n` (the notice). */
export const aboutJobSql = `case when job.id is null then null else jsonb_build_object(
  'id', job.id, 'title', job.title,
  'pickup', coalesce(job.pickup->>'locality', job.pickup->>'postcode', ''),
  'dropoff', coalesce(job.dropoff->>'locality', job.dropoff->>'postcode', ''),
  'earnsCents', coalesce((job.price->>'helperCents')::int, 0), 'carrierName', who.name,
  'toCarrier', job.carrier_id is not distinct from n.account_id) end`
