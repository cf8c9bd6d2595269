import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import type { Price } from '../../pricing/price.ts'
import { type CancellationTerms, cancellationTerms } from '../cancellation.ts'
import { closeQuestions } from '../doubts/close-questions.ts'
import { lockCustomersJob } from '../find-job.ts'
import type { JobMoney } from '../money/hold.ts'
import { type JobRow, transition } from '../transition.ts'
import { wrongState } from '../wrong-state.ts'

export type CancelNeeds = { kysely: Kysely<Tables>; money: Pick<JobMoney, 'onCancelled' | 'readPayments'> }

/**
 * The customer cancels and sends the fee that was shown: a different fee is refused, so that customers pay only what
 * they saw. The terms follow the database's clock. A repeated request changes nothing.
 *
 * @throws Problem `not_found` (404), `wrong_state`, `cancellation_changed`, `payment_pending` (409).
 */
export async function cancelMyJob(
  { kysely, money }: CancelNeeds,
  { jobId, customerId, feeCents }: { jobId: string; customerId: string; feeCents: number },
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const job = await lockCustomersJob(trx, { jobId, customerId })
    if (job.status === 'cancelled' && job.cancelled_by === 'customer') return
    const payment = (await money.readPayments(trx, [jobId])).get(jobId)
    const terms = termsOf(job, { now: job.now, paymentUnderWay: payment?.underWay ?? false })
    if (!terms.allowed) throw terms.refusal === 'payment_under_way' ? paymentUnderWay : wrongState(job)
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
    await money.onCancelled(trx, cancelled, { feeCents })
    await closeQuestions(trx, cancelled)
  })
}

type Moment = { now: Date; paymentUnderWay: boolean }

/** The cancellation terms of a job, used both for showing them and for cancelling. */
export const termsOf = (job: JobRow, { now, paymentUnderWay }: Moment): CancellationTerms =>
  cancellationTerms({
    status: job.status,
    size: job.size,
    totalCents: (job.price as Price).totalCents,
    acceptedAt: job.accepted_at,
    collectedAt: job.collected_at,
    paymentUnderWay,
    now,
  })

const cancellationChanged = new Problem('cancellation_changed', {
  en: 'What cancelling costs has just changed. Please look at it again before you cancel.',
  es: 'Lo que cuesta cancelar acaba de cambiar. Míralo otra vez antes de cancelar.',
})

const paymentUnderWay = new Problem('payment_pending', {
  en: 'The payment is still being processed. Please try again in a moment.',
  es: 'El pago todavía se está procesando. Inténtalo dentro de un momento.',
})
