import type { Transaction } from 'kysely'
import type { JobStatus } from '#contract/vocabulary.ts'
import type { Tables } from '../../db/tables.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import type { Payment } from '../../payments/payment.ts'
import { type JobRow, recordStep, transition } from '../transition.ts'
import { paymentsOfJob } from './attempt.ts'
import { isMoneyBlocked } from './blocks.ts'
import { owedCents } from './owed.ts'

type Trx = Transaction<Tables>
type Taking = (trx: Trx, payment: Payment, job: JobRow) => Promise<boolean>

/**
 * Applies a new hold to the job, which the caller has locked, by the job's present state: publish it, keep it posted or
 * accepted on the newer hold, or capture the amount owed. An unneeded hold is voided immediately.
 */
export async function onHeld(trx: Trx, payment: Payment, job: JobRow | null): Promise<void> {
  if (job && (await onHeldByStatus[job.status](trx, payment, job))) return
  await queueEffect(trx, { paymentId: payment.id, kind: 'void', amountCents: payment.amountCents })
}

/** The hold was requested before the draft expired, so the job is published even if it has expired since. */
const publish: Taking = async (trx, _payment, { id }) =>
  (await transition(trx, 'publish', {
    jobId: id,
    actor: 'system',
    actorId: null,
    reason: 'the total is held',
  })) !== null

/** Replaces the old hold; it is voided only after the new hold exists, with this commit. */
const replace: Taking = async (trx, payment, job) => {
  const others = await paymentsOfJob(trx, { jobId: job.id, id: payment.id })
  if (others.some(({ isTaken }) => isTaken)) return false
  for (const { id, status, amountCents } of others) {
    if (status === 'held') await queueEffect(trx, { paymentId: id, kind: 'void', amountCents })
  }
  if (job.hidden_at) await show(trx, payment, job)
  return true
}

const show = (trx: Trx, { purpose, accountId }: Payment, { id: jobId }: JobRow) =>
  recordStep(trx, 'show', {
    jobId,
    ...(purpose === 'publish'
      ? { actor: 'customer', actorId: accountId }
      : { actor: 'system', actorId: null }),
    reason: 'the total is held again',
  })

/**
 * Captures an amount owed that an earlier hold did not yield. A cancellation fee that was refunded is not charged
 * again.
 */
const pay: Taking = async (trx, payment, job) => {
  const others = await paymentsOfJob(trx, { jobId: job.id, id: payment.id })
  const amountCents = Math.min(owedCents(job), payment.amountCents)
  const isPaid = others.some(
    ({ status, isTaken }) => isTaken || (job.status === 'cancelled' && status === 'captured'),
  )
  if (amountCents === 0 || isPaid) return false
  await queueEffect(trx, { paymentId: payment.id, kind: 'capture', amountCents })
  return true
}

const onHeldByStatus: Record<JobStatus, Taking> = {
  draft: publish,
  posted: replace,
  // While the money is blocked, the hold is kept and not captured.
  accepted: async (trx, payment, job) => {
    const isDue = job.delivered_at !== null && !(await isMoneyBlocked(trx, job.id))
    return (isDue ? pay : replace)(trx, payment, job)
  },
  completed: async () => false,
  cancelled: pay,
}
