import type pg from 'pg'
import { type LoggedRequest, exportRequests as operation } from '#contract/admin/activity.ts'
import type { Answered } from '#contract/app/common.ts'
import { findRequests } from '../../../activity/find-requests.ts'
import { type Column, csvOf, membersOf } from '../../../lib/csv.ts'
import { allPages, readPage } from '../../../lib/page.ts'
import type { Handler } from '../../mount.ts'
import { sendFile } from '../../responses/send-file.ts'
import { requirePartner } from '../partners/present-partner.ts'
import { type RecordExportNeeds, recordExport } from '../record-export.ts'
import { presentRequest } from './present-request.ts'

export type ExportRequestsNeeds = RecordExportNeeds & { pool: pg.Pool }

/** Sends the calls of a partner that the filters let through as a file, which is recorded first. */
export const exportRequests =
  (needs: ExportRequestsNeeds): Handler<typeof operation> =>
  async ({ caller, params, query, request, reply }) => {
    const { partner_id: partnerId } = params
    await requirePartner(needs.kysely, partnerId)
    await recordExport(
      needs,
      { caller, request },
      {
        act: 'partner.export_requests',
        targets: [{ type: 'partner', id: partnerId }],
        limit: { of: 'requests', perMinute: 6 },
      },
    )
    const { key_id: keyId, request_id: requestId, ...filters } = query
    const pages = allPages(async (at) => {
      const find = (limit: number) =>
        findRequests(needs.pool, { ...filters, keyId, requestId, partnerId, before: at.before, limit })
      const { rows, next } = await readPage(at, find, ({ request_id }) => request_id)
      return { rows: rows.map(presentRequest), next }
    })
    return sendFile(reply, { name: 'dray-requests', type: 'csv', parts: csvOf(columns, pages) })
  }

const columns: Column<Answered<LoggedRequest>>[] = [
  ...membersOf('request_id', 'at', 'key_id', 'method', 'route', 'status', 'error', 'field'),
  ...membersOf('latency_ms'),
]
