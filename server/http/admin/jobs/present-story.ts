import type { JobForStaff, TimelineEntry } from '#contract/admin/job-detail.ts'
import type { StaffJob } from '../../../jobs/queries/staff/read-job.ts'
import type { Words } from '../../../lib/shown-words.ts'

export const presentEntry = (row: StaffJob['timeline'][number], words: Words): TimelineEntry => ({
  at: row.at.toISOString(),
  kind: row.kind,
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  what: words(row.what),
  from_status: row.from_status,
  to_status: row.to_status,
  to: row.to,
  outcome: row.outcome,
  reason: words(row.reason),
  amount_cents: row.amount_cents,
  last_known: row.last_known,
})

export const presentText = (
  row: StaffJob['texts'][number],
  { shown, words }: { shown: (phone: string) => string; words: Words },
): JobForStaff['texts'][number] => ({
  sms_id: row.id,
  kind: row.kind === 'draft' ? 'draft' : 'notice',
  to_phone: shown(row.to_phone),
  status: row.status,
  attempts: row.attempts,
  last_error: words(row.last_error),
  delivery: row.delivery,
  delivery_at: row.delivery_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
})

export const presentReport = (
  row: StaffJob['reports'][number],
  words: Words,
): JobForStaff['reports'][number] => ({
  problem_id: row.id,
  reported_by: row.reported_by,
  kind: row.kind,
  text: words(row.text),
  status: row.status,
  resolution: words(row.resolution),
  created_at: row.created_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
})

export const presentNote = (
  row: StaffJob['notes'][number],
  words: Words,
): JobForStaff['internal_notes'][number] => ({
  note_id: row.id,
  author: row.author_name,
  text: words(row.text),
  created_at: row.created_at.toISOString(),
})
