import { type Expression, type SqlBool, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { onCancelled } from '../money/capture-or-release.ts'
import { findMovableHold } from '../money/move-hold.ts'
import { offerAgain } from '../money/offer-again.ts'
import { type JobRow, transition } from '../transition.ts'
import { closeQuestions } from './resolve-problem.ts'

type Ending = {
  carrierId: string
  /** A further condition, on the row of `job`. */
  where?: Expression<SqlBool>
  reason: string
}

/**
 * Ends a job that its carrier gives back or cannot do. The other carriers are offered its successor, with the same
 * hold; if the hold cannot be moved, the customer gets the whole amount back (decision 65). The caller must hold the
 * job's lock, so that the hold does not change.
 *
 * @returns null when the job is not this carrier's, was collected or has ended.
 */
export async function endForNextCarrier(
  trx: Transaction<Tables>,
  locked: Pick<JobRow, 'id' | 'customer_id' | 'price'>,
  { carrierId, where = sql<boolean>`true`, reason }: Ending,
): Promise<JobRow | null> {
  const paymentId = await findMovableHold(trx, locked)
  const job = await transition(trx, 'cancel', {
    jobId: locked.id,
    actor: 'carrier',
    actorId: carrierId,
    where: sql<boolean>`job.carrier_id = ${carrierId} and job.collected_at is null and ${where}`,
    set: { cancellation_fee_cents: 0 },
    reason,
    // The notice of the successor tells the customer.
    ...(paymentId && { tell: [] }),
  })
  if (!job) return null
  if (paymentId) await offerAgain(trx, { job, paymentId })
  else await onCancelled(trx, job, { feeCents: 0 })
  await closeQuestions(trx, job)
  return job
}
