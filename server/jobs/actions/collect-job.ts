import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { lockCarriersJob } from '../find-job.ts'
import { readAskedProof } from '../proof/asked-proof.ts'
import { recordProof, requirePhoto, type SentProof } from '../proof/record-proof.ts'
import { wrongState } from '../refusals.ts'
import { recordStep } from '../transition.ts'
import { withdrawTripReport } from '../withdraw-trip-report.ts'

/**
 * Records that the goods are in the vehicle (DESIGN 3, Life: a timestamp inside `accepted`). A repeated request has no
 * effect.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409), `validation_error` (400) on `photo_id`.
 */
export async function collectJob(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, carrierId, proof }: { jobId: string; carrierId: string; proof: SentProof },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCarriersJob(trx, { jobId, carrierId })
    if (job.collected_at && job.status !== 'cancelled') return
    if (job.status === 'accepted')
      requirePhoto((await readAskedProof(trx, { jobId, carrierId })).collection, proof)
    const collected = await recordStep(trx, 'collect', {
      jobId,
      actor: 'carrier',
      actorId: carrierId,
      where: sql<boolean>`job.carrier_id = ${carrierId} and job.collected_at is null`,
      set: { collected_tapped_at: proof.tappedAt },
      reason: 'collected',
    })
    if (!collected) throw wrongState(job)
    await withdrawTripReport(trx, jobId)
    await recordProof(trx, { jobId, carrierId, step: 'collection' }, proof)
  })
}
