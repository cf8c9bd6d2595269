import { sql } from 'kysely'
import type { Entry, Source } from './entry.ts'

/**
 * Texts with the link of a draft that did not arrive, or whose fate is unknown, while the draft can still be opened and
 * was not. The customer knows nothing of the job.
 */
export const failedTexts: Source = {
  kinds: ['sms_failed'],
  rows: sql<Entry>`
    select 'sms_failed' as kind, sms.id as "subjectId", job.id as "jobId", job.title as label,
      coalesce(sms.delivery_at, sms.sent_at, sms.created_at) as since,
      coalesce(sms.delivery_at, sms.sent_at, sms.created_at) as "costsAt",
      (job.price->>'totalCents')::integer as "amountCents",
      coalesce(sms.last_error, sms.delivery, sms.status) as cause
    from sms join job on job.id = sms.job_id
    where (sms.status in ('failed', 'unknown') or sms.delivery in ('undelivered', 'failed'))
      and sms.kind = 'draft' and sms.mode = 'live'
      and job.status = 'draft' and job.expires_at > now() and job.customer_id is null
      and not exists (
        select from sms later where later.job_id = job.id and later.kind = 'draft'
          and later.created_at > sms.created_at)`,
}
