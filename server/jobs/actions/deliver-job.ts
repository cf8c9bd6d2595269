import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Details, Problem } from '../../lib/problem.ts'
import type { Processors } from '../../payments/providers/processors.ts'
import { attachUploads } from '../../photos/attach.ts'
import type { Text } from '../../texts/index.ts'
import { recordDoubt } from '../doubts/doubt.ts'
import { tooEarlyUntil } from '../doubts/earliest-delivery.ts'
import { lockCarriersJob } from '../find-job.ts'
import { movesRealMoney } from '../money/blocks.ts'
import { onDelivered } from '../money/capture-or-release.ts'
import { unusableUpload, wrongState } from '../refusals.ts'
import { type JobRow, recordStep } from '../transition.ts'
import { withdrawTripReport } from '../withdraw-trip-report.ts'

/** `doubtHours`: how long the capture of an early delivery waits for the customer's confirmation. */
export type DeliverNeeds = {
  kysely: Kysely<Tables>
  processors: Pick<Processors, 'named'>
  doubtHours: number
}

export type Delivery = {
  jobId: string
  carrierId: string
  photoName: string | null
  /** The carrier's reason for an early delivery. */
  reason: string | null
  /** From the phone's clock. */
  tappedAt: Date | null
}

/**
 * The carrier reports the delivery: the capture is queued in the same transaction, and the job is `completed` when the
 * capture is confirmed (DESIGN 3, Life). A delivery sooner than the trip can take is marked; with real money it needs a
 * photo and a reason, and its capture waits. A repeated request has no effect.
 *
 * @throws Problem `not_found` (404), `wrong_state`, `too_early` (409), `validation_error` (400) on `photo_id`.
 */
export async function deliverJob(needs: DeliverNeeds, delivery: Delivery): Promise<void> {
  const { jobId, carrierId, photoName, reason } = delivery
  await needs.kysely.transaction().execute(async (trx) => {
    const job = await lockCarriersJob(trx, { jobId, carrierId })
    if (job.delivered_at && job.status !== 'cancelled') return
    const doubt = await judge(needs, trx, { job, delivery })
    if (doubt?.forHours && (photoName === null || reason === null)) throw tooEarly(doubt.earliestAt, delivery)
    const delivered = await recordStep(trx, 'deliver', {
      jobId,
      actor: 'carrier',
      actorId: carrierId,
      where: sql<boolean>`job.carrier_id = ${carrierId} and job.delivered_at is null`,
      reason: doubt?.forHours ? 'delivered, sooner than the trip can take' : 'delivered',
    })
    if (!delivered) throw wrongState(job)
    await withdrawTripReport(trx, jobId)
    if (photoName !== null) await attachPhoto(trx, { jobId, carrierId, photoName })
    if (doubt) await recordDoubt(trx, delivered, { ...doubt, reason })
    await onDelivered(trx, delivered)
  })
}

type Judged = { job: JobRow & { now: Date }; delivery: Delivery }

/** Null when the delivery is plausible, or the job is not accepted. */
async function judge(
  { processors, doubtHours }: DeliverNeeds,
  trx: Transaction<Tables>,
  { job, delivery }: Judged,
): Promise<{ earliestAt: Date; forHours: number | null } | null> {
  if (job.status !== 'accepted' || !job.accepted_at) return null
  const earliestAt = tooEarlyUntil(job, {
    acceptedAt: job.accepted_at,
    collectedAt: job.collected_at,
    collectedTappedAt: job.collected_tapped_at,
    deliveredTappedAt: delivery.tappedAt,
    now: job.now,
  })
  if (!earliestAt) return null
  const isReal = await movesRealMoney({ kysely: trx, processors }, job.id)
  return { earliestAt, forHours: isReal ? doubtHours : null }
}

async function attachPhoto(
  trx: Transaction<Tables>,
  { jobId, carrierId, photoName }: { jobId: string; carrierId: string; photoName: string },
): Promise<void> {
  const uploads = { jobId, accountId: carrierId, names: [photoName], purpose: 'delivery' as const }
  if (!(await attachUploads(trx, uploads))) throw unusableUpload('photo_id')
}

function tooEarly(earliestAt: Date, { photoName, reason }: Delivery): Problem {
  const needed: Text = (t) => t.fields.quickDelivery
  const details: Details = {
    ...(photoName === null && { photo_id: needed }),
    ...(reason === null && { reason: needed }),
  }
  return new Problem('too_early', (t) => t.jobs.tooQuick, { details, earliestAt })
}
