import type { FastifyInstance } from 'fastify'
import type { RecordExportNeeds } from '../record-export.ts'
import { mountExportAuditEvents } from './export-audit-events.ts'
import { mountListAuditEvents } from './list-audit-events.ts'

/** The audit log. */
export function mountAudit(scope: FastifyInstance, needs: RecordExportNeeds): void {
  mountListAuditEvents(scope, needs)
  mountExportAuditEvents(scope, needs)
}
