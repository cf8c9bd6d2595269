import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { findCarriersJob } from '../find-job.ts'
import { wrongState } from '../refusals.ts'
import { recordStep } from '../transition.ts'
import { withdrawTripReport } from '../withdraw-trip-report.ts'

/**
 * Records that the goods are in the vehicle (DESIGN 3, Life: a timestamp inside `accepted`). A repeated request has no
 * effect.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409).
 */
export async function collectJob(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, carrierId, tappedAt }: { jobId: string; carrierId: string; tappedAt: Date | null },
): Promise<void> {
  const collected = await kysely.transaction().execute(async (trx) => {
    const job = await recordStep(trx, 'collect', {
      jobId,
      actor: 'carrier',
      actorId: carrierId,
      where: sql<boolean>`job.carrier_id = ${carrierId} and job.collected_at is null`,
      set: { collected_tapped_at: tappedAt },
      reason: 'collected',
    })
    if (job) await withdrawTripReport(trx, jobId)
    return job
  })
  if (collected) return
  const job = await findCarriersJob(kysely, { jobId, carrierId })
  if (!job.collected_at || job.status === 'cancelled') throw wrongState(job)
}
