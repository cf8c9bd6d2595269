import { sql } from 'kysely'
import type { Entry, Source } from './entry.ts'

const uncertainKm = sql`((job.pickup->>'uncertaintyKm')::float8 + (job.dropoff->>'uncertaintyKm')::float8)`

/** Written like the condition of the index `job_coarse`. */
const isCoarse = sql`(((job.pickup->>'uncertaintyKm')::float8 + (job.dropoff->>'uncertaintyKm')::float8)
  > greatest(5, 0.2 * (job.route->>'distanceKm')::float8))`

/** Drafts that their customer has opened and not paid, and that expire within a day. */
export const expiringDrafts: Source = {
  kinds: ['draft_expires'],
  rows: sql<Entry>`
    select 'draft_expires' as kind, job.id as "subjectId", job.id as "jobId", job.title as label,
      greatest(job.created_at, job.expires_at - interval '1 day') as since, job.expires_at as "costsAt",
      (job.price->>'totalCents')::integer as "amountCents", last.refusal as cause
    from job left join lateral (
      select p.refusal from payment p where p.job_id = job.id order by p.created_at desc limit 1) last on true
    where job.status = 'draft' and job.mode = 'live' and job.customer_id is not null
      and job.expires_at between now() and now() + interval '1 day'`,
}

/**
 * Jobs that a customer has opened or published, with points so uncertain that the true distance could be a fifth longer,
 * and more than 5 km: the carrier may refuse, or drive for less than the price promises.
 */
export const coarseAddresses: Source = {
  kinds: ['address_coarse'],
  rows: sql<Entry>`
    select 'address_coarse' as kind, job.id as "subjectId", job.id as "jobId", job.title as label,
      coalesce(job.posted_at, job.created_at) as since,
      case job.status when 'draft' then job.expires_at else coalesce(job.posted_at, job.created_at) end as "costsAt",
      (job.price->>'totalCents')::integer as "amountCents",
      round(${uncertainKm}::numeric, 1) || ' km' as cause
    from job
    where job.status in ('draft', 'posted') and job.customer_id is not null and ${isCoarse}
      and job.mode = 'live' and (job.status = 'posted' or job.expires_at > now())`,
}
