import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { termsOf } from '../cancellation.ts'
import { closeQuestions } from '../doubts/close-questions.ts'
import { lockCustomersJob } from '../find-job.ts'
import { onCancelled } from '../money/capture-or-release.ts'
import { readPayments } from '../money/read-payments.ts'
import { transition } from '../transition.ts'
import { wrongState } from '../wrong-state.ts'

/**
 * The customer cancels and sends the fee that was shown: a different fee is refused, so that customers pay only what
 * they saw. The terms follow the database's clock. A repeated request changes nothing.
 *
 * @throws Problem `not_found` (404), `wrong_state`, `cancellation_changed`, `payment_pending` (409).
 */
export async function cancelMyJob(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, customerId, feeCents }: { jobId: string; customerId: string; feeCents: number },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCustomersJob(trx, { jobId, customerId })
    if (job.status === 'cancelled' && job.cancelled_by === 'customer') return
    const payment = (await readPayments(trx, [jobId])).get(jobId)
    const terms = termsOf(job, { now: job.now, paymentInProgress: payment?.inProgress ?? false })
    if (!terms.allowed) throw terms.refusal === 'payment_under_way' ? paymentInProgress : wrongState(job)
    if (terms.feeCents !== feeCents) throw cancellationChanged
    const cancelled = await transition(trx, job.status === 'posted' ? 'withdraw' : 'cancel', {
      jobId,
      actor: 'customer',
      actorId: customerId,
      where: sql<boolean>`job.collected_at is null`,
      set: { cancellation_fee_cents: feeCents },
      reason: feeCents > 0 ? `cancelled for a fee of ${feeCents} cents` : 'cancelled for nothing',
    })
    if (!cancelled) throw wrongState(job)
    await onCancelled(trx, cancelled, { feeCents })
    await closeQuestions(trx, cancelled)
  })
}

const cancellationChanged = new Problem('cancellation_changed', (t) => t.jobs.cancelCostChanged)

const paymentInProgress = new Problem('payment_pending', (t) => t.payments.stillProcessing)
