import type { LoggedRequest } from '#contract/admin/activity.ts'
import type { Answered } from '#contract/app/common.ts'
import type { RequestRow } from '../../../activity/find-requests.ts'

export const presentRequest = (row: RequestRow): Answered<LoggedRequest> => ({
  request_id: row.request_id,
  at: row.at,
  key_id: row.key_id,
  method: row.method,
  route: row.route,
  status: row.status,
  error: row.error_code,
  field: row.field,
  latency_ms: row.latency_ms,
})
