import type { JobExport } from '#contract/admin/job-exports.ts'
import type { ExportRow } from '../../../jobs/queries/staff/export-store.ts'

export const presentExport = (row: ExportRow): JobExport => ({
  export_id: row.id,
  status: row.status,
  rows_written: row.rows_written,
  with_phones: row.with_phones,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
  expires_at: row.expires_at.toISOString(),
})
