import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { type Details, Problem } from '../../lib/problem.ts'
import type { Processors } from '../../payments/providers/processors.ts'
import type { Text } from '../../texts/index.ts'
import { recordDoubt } from '../doubts/doubt.ts'
import { tooEarlyUntil } from '../doubts/earliest-delivery.ts'
import { lockCarriersJob } from '../find-job.ts'
import { logEvent } from '../log-event.ts'
import { movesRealMoney } from '../money/blocks.ts'
import { onDelivered } from '../money/capture-or-release.ts'
import { readAskedProof } from '../proof/asked-proof.ts'
import { type Checked, checkCode, endCode } from '../proof/check-code.ts'
import { recordProof, requirePhoto, type SentProof } from '../proof/record-proof.ts'
import { wrongState } from '../refusals.ts'
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
  proof: SentProof
  /** The carrier's reason for an early delivery. */
  reason: string | null
  /** What the customer told; null if the carrier has none. */
  code: string | null
  isWithoutCode: boolean
}

/**
 * The carrier reports the delivery: the capture is queued in the same transaction, and the job is `completed` when the
 * capture is confirmed (DESIGN 3, Life). A delivery sooner than the trip can take is marked; with real money it needs a
 * photo and a reason, and its capture waits. If the customer has a code, it is checked last, so a wrong one tells
 * nothing else (decision 73). A repeated request has no effect.
 *
 * @throws Problem `not_found` (404), `wrong_state`, `too_early` (409), `validation_error` (400) on `photo_id` or
 *   `code`, `code_wrong`, `code_expired` (422).
 */
export async function deliverJob(needs: DeliverNeeds, delivery: Delivery): Promise<void> {
  const wrong = await needs.kysely.transaction().execute((trx) => deliver(needs, trx, delivery))
  // After the commit, because the check is counted.
  if (wrong) throw wrong
}

/** @returns why the code was refused. */
async function deliver(
  needs: DeliverNeeds,
  trx: Transaction<Tables>,
  delivery: Delivery,
): Promise<Problem | null> {
  const { jobId, carrierId, proof, reason } = delivery
  const job = await lockCarriersJob(trx, { jobId, carrierId })
  if (job.delivered_at && job.status !== 'cancelled') return null
  if (job.status !== 'accepted') throw wrongState(job)
  requirePhoto((await readAskedProof(trx, { jobId, carrierId })).delivery, proof)
  const doubt = await judge(needs, trx, { job, delivery })
  if (doubt?.forHours && (proof.photoName === null || reason === null))
    throw tooEarly(doubt.earliestAt, delivery)
  const checked = await checkCode(trx, { ...delivery, hasPhoto: proof.photoName !== null })
  if ('wrong' in checked) {
    const event = { actor: 'carrier' as const, actorId: carrierId, reason: 'delivery code was wrong' }
    if (checked.isCounted) await logEvent(trx, job, event)
    return checked.wrong
  }
  const delivered = await recordStep(trx, 'deliver', {
    jobId,
    actor: 'carrier',
    actorId: carrierId,
    where: sql<boolean>`job.carrier_id = ${carrierId} and job.delivered_at is null`,
    reason: doubt?.forHours ? 'delivered, sooner than the trip can take' : 'delivered',
  })
  if (!delivered) throw wrongState(job)
  await withdrawTripReport(trx, jobId)
  await recordProof(trx, { jobId, carrierId, step: 'delivery' }, proof)
  await tellOfCode(trx, delivered, checked)
  if (doubt) await recordDoubt(trx, delivered, { ...doubt, reason })
  await onDelivered(trx, delivered)
  return null
}

async function tellOfCode(
  trx: Transaction<Tables>,
  job: JobRow,
  { result }: Extract<Checked, { result: unknown }>,
): Promise<void> {
  if (!result) return
  await endCode(trx, { jobId: job.id, result })
  const reason = result === 'used' ? 'delivered with the code' : 'delivered without the code'
  await logEvent(trx, job, { actor: 'carrier', actorId: job.carrier_id, reason })
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
    deliveredTappedAt: delivery.proof.tappedAt,
    now: job.now,
  })
  if (!earliestAt) return null
  const isReal = await movesRealMoney({ kysely: trx, processors }, job.id)
  return { earliestAt, forHours: isReal ? doubtHours : null }
}

function tooEarly(earliestAt: Date, { proof, reason }: Delivery): Problem {
  const needed: Text = (t) => t.fields.quickDelivery
  const details: Details = {
    ...(proof.photoName === null && { photo_id: needed }),
    ...(reason === null && { reason: needed }),
  }
  return new Problem('too_early', (t) => t.jobs.tooQuick, { details, earliestAt })
}
