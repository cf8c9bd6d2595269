import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { exportRequests as operation } from '#contract/admin/activity.ts'
import type { Limiter } from '#lib/rate-limiter/limiter.ts'
import { findRequests, type RequestFilters, type RequestRow } from '../../../activity/find-requests.ts'
import { recordAudit } from '../../../db/audit.ts'
import type { Tables } from '../../../db/tables.ts'
import { csvLine } from '../../../lib/csv-line.ts'
import { mount } from '../../mount.ts'
import { rateLimited } from '../../rate-headers.ts'
import { byStaff } from '../by-staff.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { presentRequest } from './present-request.ts'

export type ExportRequestsNeeds = { kysely: Kysely<Tables>; pool: pg.Pool; limiter: Limiter }

/** Limit per member: an export may read the whole log of a partner. */
const mostPerMinute = 6
const batch = 1_000

/** Sends the calls of a partner that the filters let through as a file, which is recorded first. */
export function mountExportRequests(scope: FastifyInstance, needs: ExportRequestsNeeds): void {
  const { kysely, pool, limiter } = needs
  mount(scope, operation, async ({ caller, params, query, request, reply }) => {
    const { partner_id: partnerId } = params
    const decision = await limiter.take(`member:${caller.memberId}:requests`, mostPerMinute)
    if (!decision.allowed) throw rateLimited(decision)
    await requirePartner(kysely, partnerId)
    const by = byStaff(caller, request)
    const targets = [{ type: 'partner' as const, id: partnerId }]
    const event = { ...by, act: 'partner.export_requests', targets }
    await kysely.transaction().execute((trx) => recordAudit(trx, event))
    const { key_id: keyId, ...filters } = query
    reply.header('content-type', 'text/csv; charset=utf-8')
    reply.header('content-disposition', 'attachment; filename="dray-requests.csv"')
    return Readable.from(csv(pool, { ...filters, keyId, partnerId }))
  })
}

const heads = ['request_id', 'at', 'key_id', 'method', 'route', 'status', 'error', 'field', 'latency_ms']

async function* csv(pool: pg.Pool, filters: Omit<RequestFilters, 'limit'>): AsyncGenerator<string> {
  // Spreadsheets read UTF-8 only after this mark.
  yield `\uFEFF${csvLine(heads)}`
  let before: string | undefined
  for (;;) {
    const rows = await findRequests(pool, { ...filters, before, limit: batch })
    yield rows.map((row) => csvLine(cellsOf(row))).join('')
    if (rows.length < batch) return
    before = rows.at(-1)?.request_id
  }
}

function cellsOf(row: RequestRow): (string | number | null)[] {
  const { request_id, at, key_id, method, route, status, error, field, latency_ms } = presentRequest(row)
  return [request_id, at, key_id, method, route, status, error, field, latency_ms]
}
