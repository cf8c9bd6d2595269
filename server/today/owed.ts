import { sql } from 'kysely'
import { isOwed } from '../jobs/money/owed.ts'
import type { Entry, Source } from './entry.ts'

/** Delivered jobs, and cancelled ones with a fee, whose money could not be taken. */
export const owedJobs: Source = {
  kinds: ['job_owed'],
  rows: sql<Entry>`
    select 'job_owed' as kind, job.id as "subjectId", job.id as "jobId", job.title as label,
      coalesce(job.delivered_at, job.cancelled_at) as since,
      coalesce(job.delivered_at, job.cancelled_at) as "costsAt",
      case job.status when 'accepted' then (job.price->>'totalCents')::integer
        else job.cancellation_fee_cents end as "amountCents", last.refusal as cause
    from job join lateral (
      select p.refusal from payment p where p.job_id = job.id
      order by p.created_at desc limit 1) last on true
    where ${isOwed}`,
}
