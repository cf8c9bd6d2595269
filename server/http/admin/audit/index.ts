import type { FastifyInstance } from 'fastify'
import type { ExportNeeds } from './export-audit-events.ts'
import { mountExportAuditEvents } from './export-audit-events.ts'
import { mountListAuditEvents } from './list-audit-events.ts'

export type AuditNeeds = ExportNeeds

/** The audit log. */
export function mountAudit(scope: FastifyInstance, needs: AuditNeeds): void {
  mountListAuditEvents(scope, needs)
  mountExportAuditEvents(scope, needs)
}
