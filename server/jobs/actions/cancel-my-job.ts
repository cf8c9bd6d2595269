import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { zoneOf } from '../../lib/place-zone.ts'
import { Problem } from '../../lib/problem.ts'
import { carrierFault } from '../cancellation.ts'
import { closeQuestions } from '../doubts/resolve-problem.ts'
import { lastTripReport } from '../doubts/trip-report.ts'
import { findCustomersJob, lockCustomersJob } from '../find-job.ts'
import { onCancelled } from '../money/capture-or-release.ts'
import { readPayments } from '../money/read-payments.ts'
import { readTerms } from '../money/read-terms.ts'
import { wrongState } from '../refusals.ts'
import { lockForStrike, strike } from '../strike.ts'
import { type JobRow, transition } from '../transition.ts'

type Cancelling = { jobId: string; customerId: string; feeCents: number }

/**
 * The customer cancels and sends the fee that was shown: a different fee is refused, so customers pay only what they
 * saw. The terms follow the database's clock. A carrier who has not collected in time, or is reported for it, gets a
 * strike (decision 49). A repeated request has no effect.
 *
 * @throws Problem `not_found` (404), `wrong_state`, `cancellation_changed`, `payment_pending` (409).
 */
export async function cancelMyJob(
  { kysely }: { kysely: Kysely<Tables> },
  { jobId, customerId, feeCents }: Cancelling,
): Promise<void> {
  await kysely.transaction().execute(async (trx) => {
    const { job, lockedCarrierId } = await lock(trx, { jobId, customerId })
    if (job.status === 'cancelled' && job.cancelled_by === 'customer') return
    const terms = await readTerms(trx, job, (await readPayments(trx, [jobId])).get(jobId))
    if (terms.refusal === 'trip_reported') throw await tripRefusal(trx, job)
    if (!terms.allowed) throw terms.refusal === 'payment_under_way' ? paymentInProgress : wrongState(job)
    const fault = carrierFault(terms)
    const isMoved = fault !== null && job.carrier_id !== lockedCarrierId
    if (terms.feeCents !== feeCents || isMoved) throw cancellationChanged
    const cancelled = await transition(trx, job.status === 'posted' ? 'withdraw' : 'cancel', {
      jobId,
      actor: 'customer',
      actorId: customerId,
      where: sql<boolean>`job.collected_at is null`,
      set: { cancellation_fee_cents: feeCents, carrier_fault: fault },
      reason: feeCents > 0 ? `cancelled for a fee of ${feeCents} cents` : reasonOf[fault ?? 'none'],
    })
    if (!cancelled) throw wrongState(job)
    await onCancelled(trx, cancelled, { feeCents })
    await closeQuestions(trx, cancelled)
    if (fault && job.carrier_id) await strike(trx, { jobId, carrierId: job.carrier_id })
  })
}

const reasonOf = {
  none: 'cancelled for nothing',
  overdue: 'cancelled for nothing: not collected in time',
  reported: 'cancelled for nothing: reported as not collected',
}

/**
 * Locks the carrier, who may get a strike, before the job. Staff may move the job to another carrier in between; the
 * customer then reads the new terms.
 */
async function lock(
  trx: Transaction<Tables>,
  which: Omit<Cancelling, 'feeCents'>,
): Promise<{ job: JobRow & { now: Date }; lockedCarrierId: string | null }> {
  const { carrier_id: lockedCarrierId } = await findCustomersJob(trx, which)
  if (lockedCarrierId) await lockForStrike(trx, lockedCarrierId)
  return { job: await lockCustomersJob(trx, which), lockedCarrierId }
}

const cancellationChanged = new Problem('cancellation_changed', (t) => t.jobs.cancelCostChanged)

/** A customer who has answered, or has reported before that nothing was collected, waits for staff. */
async function tripRefusal(trx: Transaction<Tables>, job: JobRow): Promise<Problem> {
  const report = await lastTripReport(trx, job)
  if (report?.status !== 'answered' || !report.due_at) return answerFirst
  const [by, zone] = [report.due_at, zoneOf(job.pickup)]
  return new Problem('wrong_state', (t) => t.jobs.tripWaits(by, zone))
}

const answerFirst = new Problem('wrong_state', (t) => t.jobs.answerTripFirst)

const paymentInProgress = new Problem('payment_pending', (t) => t.payments.stillProcessing)
