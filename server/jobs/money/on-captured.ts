import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import type { Payment } from '../../payments/payment.ts'
import { type JobRow, recordStep, transition } from '../transition.ts'
import { beginAgain, paymentsOfJob } from './attempt.ts'
import { notifyRefused } from './on-not-held.ts'
import { owedCents, priceOf } from './owed.ts'
import { shareOfDelivery, shareOfFee } from './share.ts'
import { shareOut } from './share-out.ts'

type Trx = Transaction<Tables>

/** `leftCents`: captured minus refunded. */
type Taken = { payment: Payment; job: JobRow; leftCents: number }

/**
 * Handles a confirmed capture. Only now a delivered job is completed (DESIGN 3, Life); the amount owed is shared out
 * and the rest is refunded. A job whose amount is not owed yet keeps the money: it was captured by hand at the
 * processor before the delivery (decision 27).
 */
export async function onCaptured(trx: Trx, { payment, job, leftCents }: Taken): Promise<void> {
  if (isBeforeDelivery(job)) return keep(trx, payment, job)
  const takenCents = Math.min(owedCents(job), leftCents)
  if (leftCents > takenCents)
    await queueEffect(trx, { paymentId: payment.id, kind: 'refund', amountCents: leftCents - takenCents })
  if (takenCents === 0) return
  if (job.status === 'cancelled') return shareOut(trx, { payment, job, share: shareOfFee(takenCents) })
  await transition(trx, 'complete', {
    jobId: job.id,
    actor: 'system',
    actorId: null,
    reason: 'delivered and paid',
  })
  await endUnblockedDoubt(trx, job.id)
  await shareOut(trx, { payment, job, share: shareOfDelivery(priceOf(job), takenCents) })
}

const isBeforeDelivery = ({ status, delivered_at }: JobRow): boolean =>
  status === 'posted' || (status === 'accepted' && delivered_at === null)

async function keep(trx: Trx, { capturedCents }: Payment, job: JobRow): Promise<void> {
  const reason = `${capturedCents} cents were captured at the processor before the delivery`
  const about = { job_id: job.id, from_status: job.status, to_status: job.status, actor_id: null, reason }
  await trx
    .insertInto('job_event')
    .values({ ...about, actor: 'system' })
    .execute()
  if (job.hidden_at)
    await recordStep(trx, 'show', {
      jobId: job.id,
      actor: 'system',
      actorId: null,
      reason: 'the total is taken',
    })
}

/**
 * The hold was lost. A new hold is requested once on the same card, without the customer; after that the job waits for
 * the customer and for staff (`dray payment list --stuck`).
 */
export async function onCaptureRefused(trx: Trx, payment: Payment, job: JobRow): Promise<void> {
  const owed = owedCents(job)
  const others = await paymentsOfJob(trx, { jobId: job.id, id: payment.id })
  // A renewal in progress finds the job delivered and is captured itself.
  if (owed === 0 || others.some(({ status }) => isTrying(status))) return
  if (payment.source === 'card' && !wasAskedAnew(payment, job)) await beginAgain(trx, payment, owed)
  else await notifyRefused(trx, job)
}

const isTrying = (status: Payment['status']) => status === 'authorizing' || status === 'action_required'

function wasAskedAnew({ purpose, createdAt }: Payment, { delivered_at, cancelled_at }: JobRow): boolean {
  const owedSince = delivered_at ?? cancelled_at
  return purpose === 'renewal' && owedSince !== null && createdAt >= owedSince
}

/** Ends a doubt that blocks no money, as with test money, once its job is paid. */
async function endUnblockedDoubt(trx: Transaction<Tables>, jobId: string): Promise<void> {
  await trx
    .updateTable('delivery_doubt')
    .set({ resolved_by: 'system', resolved_at: sql<Date>`now()` })
    .where('job_id', '=', jobId)
    .where('resolved_at', 'is', null)
    .where(sql<boolean>`not exists (
      select from money_block b
      where b.job_id = delivery_doubt.job_id and b.cause = 'early_delivery' and b.lifted_at is null)`)
    .execute()
}
