import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import { exportAuditEvents } from '#contract/admin/audit.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { recordAudit } from '../../../db/audit.ts'
import { type AuditFilters, type AuditRow, findAuditEvents } from '../../../db/find-audit-events.ts'
import type { Tables } from '../../../db/tables.ts'
import { csvLine } from '../../../lib/csv-line.ts'
import { mount } from '../../mount.ts'
import { rateLimited } from '../../rate-headers.ts'
import { byStaff } from '../by-staff.ts'
import { presentEvent } from './present-event.ts'

export type ExportNeeds = { kysely: Kysely<Tables>; limiter: Limiter }

/** Limit per member: an export may read the whole log. */
const mostPerMinute = 6
const batch = 1_000

/** Sends all events that the filters let through as a file, which is recorded first. */
export function mountExportAuditEvents(scope: FastifyInstance, { kysely, limiter }: ExportNeeds): void {
  mount(scope, exportAuditEvents, async ({ caller, query: { format, ...filters }, request, reply }) => {
    const decision = await limiter.take(`member:${caller.memberId}:audit`, mostPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    const by = byStaff(caller, request)
    const targets = [{ type: 'audit' as const, id: 'log' }]
    await kysely.transaction().execute((trx) => recordAudit(trx, { ...by, act: 'audit.export', targets }))
    const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson'
    reply.header('content-type', type)
    reply.header('content-disposition', `attachment; filename="dray-audit.${format}"`)
    return Readable.from(format === 'csv' ? csv(kysely, filters) : ndjson(kysely, filters))
  })
}

type Filters = Omit<AuditFilters, 'before' | 'limit'>

async function* batches(kysely: Kysely<Tables>, filters: Filters): AsyncGenerator<AuditRow[]> {
  let before: string | undefined
  for (;;) {
    const rows = await findAuditEvents(kysely, { ...filters, before, limit: batch })
    if (rows.length > 0) yield rows
    if (rows.length < batch) return
    before = String(rows.at(-1)?.id)
  }
}

async function* ndjson(kysely: Kysely<Tables>, filters: Filters): AsyncGenerator<string> {
  for await (const rows of batches(kysely, filters))
    yield rows.map((row) => `${JSON.stringify(presentEvent(row))}\n`).join('')
}

const heads = ['event_id', 'at', 'actor_type', 'actor_id', 'actor_name', 'actor_role', 'act']
const more = ['targets', 'reason', 'changes', 'request_id']

async function* csv(kysely: Kysely<Tables>, filters: Filters): AsyncGenerator<string> {
  // Spreadsheets read UTF-8 only after this mark.
  yield `\uFEFF${csvLine([...heads, ...more])}`
  for await (const rows of batches(kysely, filters)) yield rows.map((row) => csvLine(cellsOf(row))).join('')
}

function cellsOf(row: AuditRow): (string | number | null)[] {
  const { event_id, at, actor, act, targets, reason, changes, request_id } = presentEvent(row)
  const about = targets.map(({ type, id }) => `${type} ${id}`).join(', ')
  const { type, id, name, role } = actor
  const changed = changes && JSON.stringify(changes)
  return [event_id, at, type, id, name, role, act, about, reason, changed, request_id]
}
