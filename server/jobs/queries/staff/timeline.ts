import { type Kysely, sql } from 'kysely'
import type { TimelineEntry } from '#contract/admin/job-detail.ts'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../../../db/tables.ts'
import { shownStatus } from '../../../sms/shown-status.ts'
import { jobLog } from '../../job-log.ts'

export type TimelineRow = {
  at: Date
  kind: TimelineEntry['kind']
  actor_type: TimelineEntry['actor']['type']
  actor_id: string | null
  actor_name: string | null
  what: string
  from_status: JobStatus | null
  to_status: JobStatus | null
  to: 'customer' | 'carrier' | null
  outcome: string | null
  /** Of an act, as the audit log keeps it. */
  reason: string | null
  amount_cents: number | null
}

/**
 * Everything that happened to a job, the oldest first: its log, notices, texts, payments with their calls, acts in the
 * audit log, and internal notes. Notices to nearby carriers are left out, because there may be hundreds.
 */
export async function readTimeline(kysely: Kysely<Tables>, jobId: string): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    select at, kind, actor_type, actor_id, coalesce(told.actor_name, account.name, member.name) as actor_name,
      what, from_status, to_status, "to", outcome, told.reason, amount_cents
    from (${sql.join(sources(jobId), sql` union all `)}) told
      left join account on account.id = told.actor_id and told.actor_type in ('customer', 'carrier')
      left join member on member.id = told.actor_id and told.actor_type = 'staff'
    order by at, place, position`.execute(kysely)
  return rows
}

const nothing = sql`null::text`
const bySystem = sql`'system', null::uuid, ${nothing}`

/** Columns: place and position (order at one instant), at, kind, actor, what, states, to, outcome, reason, amount. */
const sources = (jobId: string) => [
  sql`select 1 as place, e.id::text as position, e.at, 'event' as kind, e.actor as actor_type, e.actor_id,
      ${nothing} as actor_name, e.reason as what, e.from_status, e.to_status, ${nothing} as "to",
      ${nothing} as outcome, ${nothing} as reason, null::integer as amount_cents
    from ${jobLog} e where e.job_id = ${jobId}`,
  sql`select 2, a.id::text, a.at, 'act', a.actor_type, a.actor_id, a.actor_name, a.act, ${nothing}, ${nothing},
      ${nothing}, ${nothing}, a.reason, null
    from audit_event a where a.targets @> ${JSON.stringify([{ type: 'job', id: jobId }])}::jsonb`,
  sql`select 3, p.id::text, p.created_at, 'payment', 'customer', p.account_id, ${nothing}, p.purpose, ${nothing},
      ${nothing}, ${nothing}, p.status, ${nothing}, p.amount_cents
    from payment p where p.job_id = ${jobId}`,
  sql`select 4, e.id::text, coalesce(e.settled_at, e.created_at), 'effect', ${bySystem}, e.kind, ${nothing},
      ${nothing}, ${nothing}, e.status, ${nothing}, e.amount_cents
    from payment_effect e join payment p on p.id = e.payment_id where p.job_id = ${jobId}`,
  sql`select 5, n.id::text, n.created_at, 'notice', ${bySystem}, n.kind, ${nothing}, ${nothing},
      case n.account_id when job.customer_id then 'customer' else 'carrier' end,
      case when n.told_at is null then 'waiting' else 'told' end, ${nothing}, null
    from notice n join job on job.id = n.job_id where n.job_id = ${jobId} and n.kind <> 'job_nearby'`,
  sql`select 6, sms.id::text, sms.created_at, 'text', ${bySystem}, sms.kind, ${nothing}, ${nothing}, ${nothing},
      ${shownStatus}, ${nothing}, null
    from sms where sms.job_id = ${jobId}`,
  sql`select 7, n.id::text, n.created_at, 'note', 'staff', n.author_id, n.author_name, n.text, ${nothing}, ${nothing},
      ${nothing}, ${nothing}, ${nothing}, null
    from job_note n where n.job_id = ${jobId}`,
]
