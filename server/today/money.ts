import { sql } from 'kysely'
import { isUnfinished } from '../db/leased-rows.ts'
import { wasAsked } from '../jobs/asked-customers.ts'
import { isOwed } from '../jobs/money/owed.ts'
import type { Entry, Source } from './entry.ts'

const kindOf = sql`case e.kind when 'capture' then 'capture_stuck' when 'refund' then 'refund_stuck' else 'payout_stuck' end`

/**
 * Captures, refunds and payouts that are not done: a request has failed, or was not sent for a minute. A payout that
 * waits for a blocked job or for the carrier's payout account waits for a person, who has another entry or a notice; it
 * becomes an entry after a week.
 */
export const stuckEffects: Source = {
  kinds: ['capture_stuck', 'refund_stuck', 'payout_stuck'],
  rows: sql<Entry>`
    select ${kindOf} as kind, e.id as "subjectId", p.job_id as "jobId", job.title as label,
      e.created_at as since, e.created_at as "costsAt", e.amount_cents as "amountCents",
      coalesce(e.waits_for, e.last_error) as cause
    from payment_effect e join payment p on p.id = e.payment_id left join job on job.id = p.job_id
    where ${isUnfinished('e.status')} and e.kind in ('capture', 'refund', 'transfer') and p.mode = 'live'
      and case when e.due_at = 'infinity' then e.created_at < now() - interval '7 days'
        else e.last_error is not null or e.created_at < now() - interval '1 minute' end`,
}

/** Refunds and payouts that the processor has finally refused: a person has to pay in another way. */
export const refusedEffects: Source = {
  kinds: ['refund_stuck', 'payout_stuck'],
  rows: sql<Entry>`
    select ${kindOf} as kind, e.id as "subjectId", p.job_id as "jobId", job.title as label,
      e.settled_at as since, e.settled_at as "costsAt", e.amount_cents as "amountCents",
      coalesce(e.last_error, 'refused') as cause
    from payment_effect e join payment p on p.id = e.payment_id left join job on job.id = p.job_id
    where e.status = 'refused' and e.kind in ('refund', 'transfer') and e.settled_by is null and p.mode = 'live'
      and not exists (
        select from payment_effect later
        where later.payment_id = e.payment_id and later.kind = e.kind and later.status <> 'refused'
          and later.carrier_id is not distinct from e.carrier_id and later.created_at > e.created_at)`,
}

/**
 * Holds that end within 23 hours: a renewal begins a day before the end, so an hour later it has failed or was not
 * sent. Excludes delivered jobs, whose money is captured, and hidden ones, which `hidden` finds.
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
 * Published jobs without a hold: no carrier sees them until the customer pays again. Excluded for some hours after a
 * request to the customer.
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

/** Delivered jobs, and cancelled ones with a fee, whose money could not be captured. */
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

/** Days with differences to the processor found a day ago, neither explained nor settled. */
export const openDifferences: Source = {
  kinds: ['reconciliation_differs'],
  rows: sql<Entry>`
    select 'reconciliation_differs' as kind, run.id as "subjectId", null as "jobId",
      run.processor || ' ' || run.day::text as label, min(d.found_at) as since,
      min(d.found_at) + interval '1 day' as "costsAt",
      least(sum(abs(coalesce(d.our_cents, 0) - coalesce(d.their_cents, 0))), 2147483647)::integer as "amountCents",
      count(*) || ' × ' || min(d.kind) as cause
    from reconciliation_difference d join reconciliation_run run on run.id = d.run_id
    where d.settled_at is null and d.explained_at is null and d.found_at < now() - interval '1 day'
    group by run.id`,
}

/** Days that could not be compared with the processor within a day. */
export const failedReconciliations: Source = {
  kinds: ['reconciliation_failed'],
  rows: sql<Entry>`
    select 'reconciliation_failed' as kind, id as "subjectId", null as "jobId",
      processor || ' ' || day::text as label, created_at as since, created_at + interval '1 day' as "costsAt",
      null::integer as "amountCents", last_error as cause
    from reconciliation_run
    where status <> 'done' and last_error is not null and created_at < now() - interval '1 day'`,
}

/** Closed months whose figures differ from the ledger. */
export const changedClosings: Source = {
  kinds: ['closing_differs'],
  rows: sql<Entry>`
    select 'closing_differs' as kind, month as "subjectId", null as "jobId", month as label, differs_since as since,
      differs_since as "costsAt", null::integer as "amountCents", null as cause, differs_since as "newsAt"
    from month_closing where differs_since is not null`,
}
