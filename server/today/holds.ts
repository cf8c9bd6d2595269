import { sql } from 'kysely'
import { wasAsked } from '../jobs/asked-customers.ts'
import type { Entry, Source } from './entry.ts'

/**
 * Holds that end within 23 hours: a renewal begins a day before the end, so an hour later it has failed or was not
 * tried. Left out: delivered jobs, whose money is captured, and hidden ones, which `hidden` finds.
 */
export const dyingHolds: Source = {
  kinds: ['hold_ends'],
  rows: sql<Entry>`
    select 'hold_ends' as kind, p.id as "subjectId", job.id as "jobId", job.title as label,
      p.hold_expires_at - interval '23 hours' as since, p.hold_expires_at as "costsAt",
      p.amount_cents as "amountCents", (
        select coalesce(last.refusal, 'pending') from payment last
        where last.job_id = job.id and last.purpose = 'renewal' and last.created_at > p.created_at
        order by last.created_at desc limit 1) as cause
    from payment p join job on job.id = p.job_id
    where p.status = 'held' and p.hold_expires_at < now() + interval '23 hours'
      and p.mode = 'live' and job.status in ('posted', 'accepted')
      and job.hidden_at is null and job.delivered_at is null`,
}

/**
 * Published jobs without a hold: no carrier sees them until the customer pays again. Left out for some hours once staff have asked
 * the customer.
 */
export const hiddenJobs: Source = {
  kinds: ['job_hidden'],
  rows: sql<Entry>`
    select 'job_hidden' as kind, job.id as "subjectId", job.id as "jobId", job.title as label,
      job.hidden_at as since, job.hidden_at as "costsAt", (job.price->>'totalCents')::integer as "amountCents", (
        select last.refusal from payment last where last.job_id = job.id
        order by last.created_at desc limit 1) as cause, job.hidden_at as "newsAt"
    from job
    where job.hidden_at is not null and job.status = 'posted' and job.mode = 'live' and not ${wasAsked('payment')}`,
}
