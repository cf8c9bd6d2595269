import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { queueEffect } from '../../payments/effects/queue.ts'
import type { Payment } from '../../payments/payment.ts'
import type { Authorization } from '../../payments/processor.ts'
import { type JobRow, recordStep } from '../transition.ts'
import { paymentsOfJob } from './attempt.ts'
import { owedCents } from './owed.ts'

type Trx = Transaction<Tables>

type NotHeld = { payment: Payment; outcome: Authorization; job: JobRow | null }

/**
 * An authorisation was refused, or needs a customer who is not present. For a paying customer, the draft or the hidden
 * job is unchanged. After a renewal by Dray, a posted job is hidden from the feed and the customer gets a notice.
 */
export async function onNotHeld(trx: Trx, { payment, outcome, job }: NotHeld): Promise<void> {
  if (payment.purpose !== 'renewal') return
  const { id: paymentId, amountCents } = payment
  if (outcome.outcome === 'action_required') await queueEffect(trx, { paymentId, kind: 'void', amountCents })
  if (!job) return
  const why = outcome.outcome === 'refused' ? outcome.refusal : 'not_confirmed'
  if (owedCents(job) > 0) await tellUnlessTaken(trx, job)
  else if (job.status === 'posted' && !job.hidden_at) await hide(trx, job, why)
}

/**
 * Notifies the customer that the hold was refused. No notice while another payment is captured or being captured,
 * because it may cover the amount owed; if it is refused, the customer gets a notice then.
 */
async function tellUnlessTaken(trx: Trx, job: JobRow): Promise<void> {
  const payments = await paymentsOfJob(trx, { jobId: job.id })
  if (payments.some(({ isTaken }) => isTaken)) return
  await notifyRefused(trx, job)
}

const hide = (trx: Trx, { id }: JobRow, why: string) =>
  recordStep(trx, 'hide', {
    jobId: id,
    actor: 'system',
    actorId: null,
    reason: `the hold could not be renewed: ${why}`,
  })

/** Notifies the customer that the amount owed could not be charged. */
export async function notifyRefused(
  trx: Transaction<Tables>,
  { id, customer_id }: Pick<JobRow, 'id' | 'customer_id'>,
): Promise<void> {
  if (!customer_id) return
  await trx
    .insertInto('notice')
    .values({ account_id: customer_id, kind: 'payment_refused', job_id: id })
    .execute()
}
