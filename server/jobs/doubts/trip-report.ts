import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { TripReportKind, TripReportStatus } from '#contract/reports.ts'
import type { Tables } from '../../db/tables.ts'
import type { JobPhoto } from '../read-photos.ts'
import { wrongState } from '../refusals.ts'
import type { JobRow } from '../transition.ts'

export type TripReportRow = Selectable<Tables['trip_report']>

/** What happens to a report of a carrier. `silence`: no answer in time; `lapse`: no decision of staff in time. */
export type TripEvent = 'agree' | 'contest' | 'silence' | 'uphold' | 'dismiss' | 'lapse' | 'withdraw'

/** Staff uphold only what the customer was asked about; they can dismiss at any time. */
const next: Record<TripEvent, Partial<Record<TripReportStatus, TripReportStatus>>> = {
  agree: { open: 'upheld' },
  silence: { open: 'upheld' },
  contest: { open: 'answered' },
  uphold: { answered: 'upheld' },
  dismiss: { open: 'dismissed', answered: 'dismissed', upheld: 'dismissed' },
  lapse: { answered: 'lapsed' },
  withdraw: { open: 'withdrawn', answered: 'withdrawn' },
}

/** The status after an event; null if the event does not fit the present one. */
export const statusAfter = (status: TripReportStatus, event: TripEvent): TripReportStatus | null =>
  next[event][status] ?? null

/** The first status. A customer who has reported "not collected" has answered already. */
export function firstStatus(kind: TripReportKind, isContested: boolean): TripReportStatus {
  if (kind === 'breakdown') return 'upheld'
  return isContested ? 'answered' : 'open'
}

export const isUndecided = (status: TripReportStatus): boolean => status === 'open' || status === 'answered'

/** The last report of the present carrier of a row of `job`. The caller must hold the job's lock to act on it. */
export async function lastTripReport(
  kysely: Kysely<Tables>,
  { id, carrier_id, accepted_at }: Pick<JobRow, 'id' | 'carrier_id' | 'accepted_at'>,
): Promise<TripReportRow | null> {
  if (!carrier_id || !accepted_at) return null
  const row = await kysely
    .selectFrom('trip_report')
    .selectAll()
    .where('job_id', '=', id)
    .where('carrier_id', '=', carrier_id)
    .where('created_at', '>=', accepted_at)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** A report with its photo, until the photo is removed. */
export type SeenTripReport = TripReportRow & { photo: JobPhoto | null }

/** `lastTripReport` as both sides see it. */
export async function readTripReport(
  kysely: Kysely<Tables>,
  job: Pick<JobRow, 'id' | 'carrier_id' | 'accepted_at'>,
): Promise<SeenTripReport | null> {
  const report = await lastTripReport(kysely, job)
  return report && { ...report, photo: (await readReportPhotos(kysely, job.id)).get(report.id) ?? null }
}

/** The photos of the reports of a job, by the id of the report. */
export async function readReportPhotos(
  kysely: Kysely<Tables>,
  jobId: string,
): Promise<Map<string, JobPhoto>> {
  const rows = await kysely
    .selectFrom('photo')
    .select(['trip_report_id', 'name', 'width', 'height'])
    .where('job_id', '=', jobId)
    .where('trip_report_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ trip_report_id, ...photo }) => [trip_report_id ?? '', photo]))
}

type Change = {
  job: Pick<JobRow, 'status' | 'cancelled_by' | 'collected_at' | 'delivered_at'>
  report: TripReportRow
  event: TripEvent
  /** Hours until the next term ends; only for `contest`. */
  hours?: number
  set?: { answer?: string | null; answered_at?: Date; resolution?: string }
}

/**
 * Moves a report to its next status. The caller must hold the job's lock.
 *
 * @throws Problem `wrong_state` when the event does not fit the present status.
 */
export async function moveReport(
  trx: Transaction<Tables>,
  { job, report, event, hours, set }: Change,
): Promise<TripReportStatus> {
  const status = statusAfter(report.status, event)
  if (!status) throw wrongState(job)
  const isOpen = isUndecided(status)
  await trx
    .updateTable('trip_report')
    .set({
      ...set,
      status,
      due_at: isOpen ? sql<Date>`now() + make_interval(hours => ${hours ?? 0})` : null,
      resolved_at: isOpen ? null : sql<Date>`now()`,
    })
    .where('id', '=', report.id)
    .execute()
  return status
}
