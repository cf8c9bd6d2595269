import { type Kysely, sql } from 'kysely'
import type { TimelineEntry } from '#contract/admin/job-detail.ts'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../../../db/tables.ts'
import { jobLog } from '../job-log.ts'

type TimelineRow = {
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
  /** For an act, the entry of the audit log; for an error, its recorded cause. */
  reason: string | null
  amount_cents: number | null
  /** Id of the changed row: the text, payment, effect or dispute; null for events, acts and notes. */
  subject_id: string | null
  last_known: boolean
}

/**
 * Everything that happened to a job, the oldest first, one entry for each change with its instant (decision 53): its
 * log, the changes of its money, texts and notices (but not of each message), acts in the audit log, and internal
 * notes. An entry never changes later, except that its personal data is deleted.
 */
export async function readTimeline(kysely: Kysely<Tables>, jobId: string): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    select at, kind, actor_type, actor_id, coalesce(told.actor_name, account.name, member.name) as actor_name,
      what, from_status, to_status, "to", outcome, told.reason, amount_cents, subject_id, last_known
    from (${sql.join(sources(jobId), sql` union all `)}) told
      left join account on account.id = told.actor_id and told.actor_type in ('customer', 'carrier')
      left join member on member.id = told.actor_id and told.actor_type = 'staff'
    order by at, place, position`.execute(kysely)
  return rows
}

/**
 * The order of entries of one transaction, from cause to effect: act of staff, end of a request, transition of the job,
 * block of its money, next request, notices.
 */
const places = {
  act: 1,
  outcome: 2,
  event: 3,
  block: 4,
  asked: 5,
  notice: 6,
  written: 7,
  sent: 8,
  note: 9,
} as const

const placeOfChange = sql.raw(`case
  when kind in ('payment', 'effect') then case when outcome in ('asked', 'set_off') then ${places.asked} else ${places.outcome} end
  when kind = 'dispute' then ${places.outcome} when kind = 'block' then ${places.block}
  when kind = 'notice' then ${places.notice} when outcome = 'written' then ${places.written} else ${places.sent} end`)

const place = (name: keyof typeof places) => sql.raw(String(places[name]))
const inOrder = (id: string) => sql`lpad(${sql.ref(id)}::text, 20, '0')`
const nothing = sql`null::text`

/** Columns: place and position (order at one instant), then the columns of `TimelineRow`. */
const sources = (jobId: string) => [
  sql`select ${place('event')} as place, ${inOrder('e.id')} as position, e.at, 'event' as kind, e.actor as actor_type,
      e.actor_id, ${nothing} as actor_name, e.reason as what, e.from_status, e.to_status, ${nothing} as "to",
      ${nothing} as outcome, ${nothing} as reason, null::integer as amount_cents, ${nothing} as subject_id,
      false as last_known
    from ${jobLog} e where e.job_id = ${jobId}`,
  sql`select ${place('act')}, ${inOrder('a.id')}, a.at, 'act', a.actor_type, a.actor_id, a.actor_name, a.act, ${nothing},
      ${nothing}, ${nothing}, ${nothing}, a.reason, null, ${nothing}, false
    from audit_event a where a.targets @> ${JSON.stringify([{ type: 'job', id: jobId }])}::jsonb`,
  sql`select ${placeOfChange}, ${inOrder('id')}, at, kind, case when actor_id is null then 'system' else 'customer' end,
      actor_id, ${nothing}, what, ${nothing}, ${nothing}, recipient, outcome, reason, amount_cents, subject_id, is_last_known
    from timeline_entry where job_id = ${jobId} and what <> 'message_received'`,
  sql`select case told.outcome when 'written' then ${place('written')} else ${place('sent')} end, sms.id::text, told.at,
      'text', 'system', null, ${nothing}, sms.kind, ${nothing}, ${nothing},
      case sms.kind when 'draft' then 'customer' else recipient_of(sms.job_id, sms.account_id) end,
      told.outcome, ${nothing}, null, sms.id::text, false
    from sms cross join lateral (values (sms.created_at, 'written'), (sms.sent_at, 'sent')) as told (at, outcome)
    where sms.job_id = ${jobId} and sms.kind <> 'code' and told.at is not null`,
  sql`select ${place('note')}, n.id::text, n.created_at, 'note', 'staff', n.author_id, n.author_name, n.text, ${nothing},
      ${nothing}, ${nothing}, ${nothing}, ${nothing}, null, ${nothing}, false
    from job_note n where n.job_id = ${jobId}`,
]

/** The texts of a job by id, while they are stored; codes are left out. */
export async function readSentTexts(kysely: Kysely<Tables>, jobId: string): Promise<Map<string, string>> {
  const rows = await kysely
    .selectFrom('sms')
    .select(['id', 'body'])
    .where('job_id', '=', jobId)
    .where('kind', '<>', 'code')
    .execute()
  return new Map(rows.map(({ id, body }) => [id, body]))
}
