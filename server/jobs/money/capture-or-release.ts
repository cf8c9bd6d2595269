import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import { type Payment, paymentColumns } from '../../payments/payment.ts'
import type { JobRow } from '../transition.ts'
import { beginAgain, paymentsOfJob } from './attempt.ts'
import { isBlocked } from './blocks.ts'
import { onCaptured } from './on-captured.ts'
import { notifyRefused } from './on-not-held.ts'
import { owedCents } from './owed.ts'
import { lockCaptured } from './share-refund.ts'

type Trx = Transaction<Tables>

/** The carrier reported the delivery: captures the total, unless the capture may wait for a block to be lifted. */
export async function onDelivered(trx: Trx, job: JobRow): Promise<void> {
  if (await mayWait(trx, job.id)) return
  await captureOwed(trx, job)
}

/**
 * A posted or accepted job was cancelled: captures only the fee, which releases the rest, or without a fee releases
 * the whole hold. Money that was captured by hand is refunded except for the fee.
 *
 * @throws Problem `wrong_state` when the total is being captured.
 */
export async function onCancelled(trx: Trx, job: JobRow, { feeCents }: { feeCents: number }): Promise<void> {
  const payments = await paymentsOfJob(trx, { jobId: job.id })
  if (payments.some(({ status }) => status === 'capturing')) throw takenAlready
  const cancelled = { ...job, cancellation_fee_cents: feeCents }
  if (feeCents > 0) return captureOwed(trx, cancelled)
  const kept = await lockCaptured(trx, job.id)
  if (kept && kept.leftCents > 0) await onCaptured(trx, { ...kept, job: cancelled })
  // An authorisation still in progress is voided when it completes for a cancelled job.
  for (const { id, status, amountCents } of payments) {
    if (status === 'held' || status === 'action_required')
      await queueEffect(trx, { paymentId: id, kind: 'void', amountCents })
  }
}

/**
 * Charges the amount owed: from money captured by hand before, else from the hold. Without a hold, starts a new hold
 * on the card that was used last; a renewal in progress is captured when it is held.
 */
export async function captureOwed(trx: Trx, job: JobRow): Promise<void> {
  const kept = await lockCaptured(trx, job.id)
  if (kept && kept.leftCents > 0) return onCaptured(trx, { ...kept, job })
  const owed = owedCents(job)
  const payments = await paymentsOfJob(trx, { jobId: job.id })
  const held = payments.find(({ status }) => status === 'held')
  if (held)
    return void (await queueEffect(trx, {
      paymentId: held.id,
      kind: 'capture',
      amountCents: Math.min(owed, held.amountCents),
    }))
  if (payments.some(({ status }) => status === 'authorizing' || status === 'action_required')) return
  const last = await lastPayment(trx, job.id)
  if (last?.source === 'card') await beginAgain(trx, last, owed)
  else await notifyRefused(trx, job)
}

export async function lastPayment(trx: Trx, jobId: string): Promise<Payment | null> {
  const row = await trx
    .selectFrom('payment')
    .select(paymentColumns)
    .where('job_id', '=', jobId)
    .where('purpose', '<>', 'tip')
    .where('held_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

const takenAlready = new Problem('wrong_state', (t) => t.payments.captureRunning)

/** A hold that expires sooner is captured while it still can be. This limits how long a block delays a capture. */
const hoursBeforeItsEnd = 12

/** Whether the hold of a row of `job` lasts beyond the next 12 hours. A wallet's hold does not expire. */
export const hasLastingHold = sql<boolean>`exists (
  select from payment p where p.job_id = job.id and p.status = 'held'
    and (p.hold_expires_at is null or p.hold_expires_at > now() + make_interval(hours => ${hoursBeforeItsEnd})))`

/**
 * Whether the capture of a blocked job may wait. Without a lasting hold it is captured now, and the carrier is paid
 * later.
 */
async function mayWait(kysely: Kysely<Tables>, jobId: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .where(isBlocked)
    .where(hasLastingHold)
    .executeTakeFirst()
  return row !== undefined
}
