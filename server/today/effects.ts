import { sql } from 'kysely'
import { isUnfinished } from '../db/leased-rows.ts'
import type { Entry, Source } from './entry.ts'

const kindOf = sql`case e.kind when 'capture' then 'capture_stuck' when 'refund' then 'refund_stuck' else 'payout_stuck' end`

/**
 * Captures, refunds and payouts that are not done: a call has failed, or none was made for a minute. A payout that waits
 * for a blocked job or for the carrier's payout account waits for a person, who is named by another entry or has been
 * told; it becomes an entry after a week.
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

/** Refunds and payouts that the processor has refused for good: somebody has to pay in another way. */
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
