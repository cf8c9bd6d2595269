import type { AuditEvent, auditOperations, listAuditEvents } from '#contract/admin/audit.ts'
import type { Answered } from '#contract/app/common.ts'
import { findAuditEvents } from '../../../db/find-audit-events.ts'
import type { Column } from '../../../lib/csv.ts'
import { membersOf } from '../../../lib/csv.ts'
import { readPage } from '../../../lib/page.ts'
import type { Handlers } from '../../mount.ts'
import { listing } from '../listing.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { presentEvents } from './present-event.ts'

const columns: Column<Answered<AuditEvent>>[] = [
  ...membersOf('event_id', 'at'),
  { header: 'actor_type', value: ({ actor }) => actor.type },
  { header: 'actor_id', value: ({ actor }) => actor.id },
  { header: 'actor_name', value: ({ actor }) => actor.name },
  { header: 'actor_role', value: ({ actor }) => actor.role },
  ...membersOf('act'),
  { header: 'targets', value: ({ targets }) => targets.map(targetOf).join(', ') },
  ...membersOf('reason'),
  { header: 'changes', value: ({ changes }) => changes && JSON.stringify(changes) },
  ...membersOf('request_id'),
]

const targetOf = ({ type, id, label }: AuditEvent['targets'][number]): string =>
  [type, id, label && `(${label})`].filter(Boolean).join(' ')

const events = listing<typeof listAuditEvents, RecordExportNeeds>()({
  member: 'events',
  find: ({ kysely }, query) =>
    readPage(
      query,
      (limit) => findAuditEvents(kysely, { ...query, limit }),
      ({ id }) => String(id),
    ),
  present: (rows, { needs, caller }) => presentEvents(needs.kysely, rows, caller),
  file: {
    name: 'audit',
    columns,
    act: 'audit.export',
    targets: () => [{ type: 'audit', id: 'log' }],
    limit: { of: 'audit', perMinute: 6 },
  },
})

/** The audit log. */
export const auditHandlers: Handlers<typeof auditOperations, RecordExportNeeds> = {
  listAuditEvents: events.list,
  exportAuditEvents: events.export,
}
