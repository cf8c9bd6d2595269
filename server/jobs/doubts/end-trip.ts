import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { onCancelled } from '../money/capture-or-release.ts'
import { wrongState } from '../refusals.ts'
import { type JobRow, transition } from '../transition.ts'
import { closeQuestions } from './resolve-problem.ts'
import type { TripReportRow } from './trip-report.ts'

const endedForNothing = 'ended by the report for nothing'

/**
 * Ends a job because of a report of its carrier that counts or has lapsed: the fee of the report is captured, and the
 * rest is released. A breakdown ends it in `report-trip.ts`. The caller must hold the job's lock and has moved the
 * report.
 *
 * @throws Problem `wrong_state` when the job was collected or has ended.
 */
export async function endTrip(
  trx: Transaction<Tables>,
  job: JobRow,
  { report, feeCents }: { report: TripReportRow; feeCents: number },
): Promise<void> {
  const ended = await transition(trx, 'cancel', {
    jobId: job.id,
    actor: 'carrier',
    actorId: report.carrier_id,
    where: sql<boolean>`job.collected_at is null`,
    set: { cancellation_fee_cents: feeCents },
    reason: feeCents > 0 ? `ended by the report for a fee of ${feeCents} cents` : endedForNothing,
    tell: [job.customer_id, report.carrier_id].flatMap((accountId) =>
      accountId ? [{ accountId, kind: 'trip_ended' as const }] : [],
    ),
  })
  if (!ended) throw wrongState(job)
  await onCancelled(trx, ended, { feeCents })
  await closeQuestions(trx, ended)
}
