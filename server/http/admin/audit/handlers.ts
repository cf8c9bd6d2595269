import type { auditOperations } from '#contract/admin/audit.ts'
import { findAuditEvents } from '../../../db/find-audit-events.ts'
import { readPage } from '../../../lib/page.ts'
import type { Handlers } from '../../mount.ts'
import type { RecordExportNeeds } from '../record-export.ts'
import { exportAuditEvents } from './export-audit-events.ts'
import { presentEvents } from './present-event.ts'

export type AuditNeeds = RecordExportNeeds

/** The audit log. */
export const auditHandlers: Handlers<typeof auditOperations, AuditNeeds> = {
  listAuditEvents:
    ({ kysely }) =>
    async ({ caller, query }) => {
      const find = (limit: number) => findAuditEvents(kysely, { ...query, limit })
      const { rows, next } = await readPage(query, find, ({ id }) => String(id))
      return { events: await presentEvents(kysely, rows, caller), next }
    },
  exportAuditEvents,
}
