import type { Selectable } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { NewJob } from './job.ts'

/** Columns of `job` not set by a writer of drafts: the database, a later step or the retention does. */
type LaterColumn =
  | 'status'
  | 'created_at'
  | 'updated_at'
  | 'expires_at'
  | 'link_opened_at'
  | 'carrier_id'
  | 'posted_at'
  | 'accepted_at'
  | 'collected_at'
  | 'collected_tapped_at'
  | 'delivered_at'
  | 'completed_at'
  | 'cancelled_at'
  | 'cancelled_by'
  | 'cancellation_fee_cents'
  | 'carrier_fault'
  | 'collect_due_told_at'
  | 'collect_overdue_told_at'
  | 'window_starts_at'
  | 'window_ends_at'
  | 'arriving_told_at'
  | 'hidden_at'
  | 'staff_hidden_at'
  | 'feed_lat'
  | 'feed_lon'
  | 'feed_point'
  | 'data_removed_at'
  | 'photos_removed_at'
  | 'aged_ms'
  | 'predecessor_id'
  | 'first_job_id'

type DraftColumns = Omit<Selectable<Tables['job']>, LaterColumn>

/**
 * A new draft by column, for every writer. A new column of `job` must be here or in `LaterColumn`, else it does not
 * compile.
 */
export const draftColumns = (job: NewJob): DraftColumns => ({
  id: job.id,
  short_id: job.shortId,
  key_id: job.keyId,
  mode: job.mode,
  origin: job.origin,
  customer_id: job.customerId,
  external_reference: job.externalReference,
  external_reference_nfc: comparedReference(job.externalReference, job.world),
  sandbox_world: job.world,
  title: job.title,
  description: job.description,
  notes: job.notes,
  size: job.size,
  customer_phone: job.customerPhone,
  pickup: job.pickup,
  dropoff: job.dropoff,
  route: job.route,
  duration_minutes: job.durationMinutes,
  tariff_id: job.tariffId,
  price: job.price,
  collect_hours: job.collectHours,
  trip_fee_cents: job.tripFeeCents,
})

/**
 * The form in which references are compared. Each named world of a test key has separate references; no reference has a
 * line break, so the world's name cannot be part of one.
 */
export function comparedReference(reference: string | null, world: string | null): string | null {
  if (reference === null) return null
  return world === null ? reference.normalize('NFC') : `${reference.normalize('NFC')}\n${world}`
}

/** The SQL type of each column, for statements that insert many drafts from JSON. */
export const draftColumnTypes: Record<keyof DraftColumns, string> = {
  id: 'uuid',
  short_id: 'text',
  key_id: 'uuid',
  mode: 'text',
  origin: 'text',
  customer_id: 'uuid',
  external_reference: 'text',
  external_reference_nfc: 'text',
  sandbox_world: 'text',
  title: 'text',
  description: 'text',
  notes: 'text',
  size: 'text',
  customer_phone: 'text',
  pickup: 'jsonb',
  dropoff: 'jsonb',
  route: 'jsonb',
  duration_minutes: 'integer',
  tariff_id: 'uuid',
  price: 'jsonb',
  collect_hours: 'integer',
  trip_fee_cents: 'integer',
}
