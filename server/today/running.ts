import { sql } from 'kysely'
import { refusingServicesSql } from '../push/refused-devices.ts'
import type { Entry, Source } from './entry.ts'

const runsTasks = sql`role in ('start', 'work')`

/** A node that stops deletes its row, and a starting node has two minutes to insert it. */
const stoppedAfter = sql`interval '2 minutes'`

/**
 * Servers run or have crashed, and no node with the background tasks was seen for two minutes: no text is sent, and no
 * money moves.
 */
export const noWorker: Source = {
  kinds: ['tasks_stopped'],
  rows: sql<Entry>`
    select 'tasks_stopped' as kind, 'all' as "subjectId", null as "jobId", null as label, found.since,
      found.since as "costsAt", null::integer as "amountCents", null as cause, found.since as "newsAt"
    from (
      select coalesce(max(seen_at) filter (where ${runsTasks}), min(started_at)) as since, min(started_at) as started
      from node) found
    where found.since < now() - ${stoppedAfter} and found.started < now() - ${stoppedAfter}`,
}

/**
 * Tasks of living nodes that are a quarter of an hour late, as one entry: usually all have stopped for one reason. A
 * task that a newer version no longer has is excluded: no living node has run it.
 */
export const overdueTasks: Source = {
  kinds: ['tasks_stopped'],
  rows: sql<Entry>`
    select 'tasks_stopped' as kind, case when count(*) = 1 then min(task) else 'several' end as "subjectId", null as "jobId",
      case when count(*) = 1 then min(task) end as label, min(next_at) as since, min(next_at) as "costsAt",
      null::integer as "amountCents", case when count(*) = 1 then min(error) end as cause, count(*)::integer as count,
      max(next_at) as "newsAt"
    from task_run
    where next_at < now() - interval '15 minutes' and ended_at > (
      select min(started_at) from node where ${runsTasks} and seen_at > now() - ${stoppedAfter})
    having count(*) > 0`,
}

/**
 * Texts with the link of a draft that did not arrive or have an unknown outcome, while the draft can be opened and was
 * not. The customer does not know the job.
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

/** Push services that refuse everything: people who have only a push device get no notices. */
export const refusingPushes: Source = {
  kinds: ['pushes_refused'],
  rows: sql<Entry>`
    select 'pushes_refused' as kind, service as "subjectId", null as "jobId", service as label, since, since as "costsAt",
      null::integer as "amountCents", refused || ' / ' || pushes || ': ' || error as cause
    from (${refusingServicesSql}) as refusing`,
}
