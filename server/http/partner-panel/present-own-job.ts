import type { OwnJob } from '#contract/partner-panel/jobs.ts'
import type { StaffJobRow } from '../../jobs/queries/staff/list-jobs.ts'
import { maskPhone } from '../../lib/phone.ts'
import { shownText } from '../../lib/shown-text.ts'

/** A job as the partner's people see it: towns instead of addresses, no names, and of the phone what tells it apart. */
export const presentOwnJob = (row: StaffJobRow): OwnJob => ({
  job_id: row.id,
  key_id: row.key_id ?? '',
  mode: row.mode,
  status: row.status,
  external_reference: row.external_reference && shownText(row.external_reference),
  title: shownText(row.title),
  size: row.size,
  pickup_town: row.pickup_town,
  dropoff_town: row.dropoff_town,
  distance_km: row.distance_km,
  total_cents: row.total_cents,
  customer_phone: row.customer_phone === null ? null : maskPhone(row.customer_phone),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  expires_at: row.status === 'draft' ? row.expires_at.toISOString() : null,
})
