import type { AuditEvent } from '#contract/admin/audit.ts'
import type { AuditRow } from '../../../db/find-audit-events.ts'

export const presentEvent = (row: AuditRow): AuditEvent => ({
  event_id: row.id,
  at: row.at.toISOString(),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name, role: row.actor_role },
  act: row.act,
  targets: row.targets,
  reason: row.reason,
  changes: row.changes,
  request_id: row.correlation_id,
})
