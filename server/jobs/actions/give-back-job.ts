import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { closeQuestions } from '../doubts/resolve-problem.ts'
import { findCarriersJob } from '../find-job.ts'
import { onCancelled } from '../money/capture-or-release.ts'
import { findMovableHold } from '../money/move-hold.ts'
import { wrongState } from '../refusals.ts'
import { lockForStrike, strike } from '../strike.ts'
import { transition } from '../transition.ts'
import { offerAgain } from './offer-again.ts'

type GivenBack = { jobId: string; carrierId: string; reason: string | null }

/**
 * A carrier cancels a job it accepted (spec part 3). The other carriers are offered its successor, with the same hold;
 * if the hold cannot be moved, the customer gets the whole amount back (decision 65). The carrier gets a strike, and
 * the third strike in 30 days suspends the carrier (DESIGN 3, Life). Refused after collection. A repeated request has
 * no effect. Refused for a suspended carrier, on whom a strike has no effect: they deliver the job, or staff cancel it.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409).
 */
export async function giveBackJob({ kysely }: { kysely: Kysely<Tables> }, given: GivenBack): Promise<void> {
  const { jobId, carrierId, reason } = given
  const cancelled = await kysely.transaction().execute(async (trx) => {
    await lockForStrike(trx, carrierId)
    const paymentId = await findHold(trx, given)
    const job = await transition(trx, 'cancel', {
      jobId,
      actor: 'carrier',
      actorId: carrierId,
      where: sql<boolean>`job.carrier_id = ${carrierId} and job.collected_at is null and exists (
        select 1 from carrier c where c.account_id = ${carrierId} and c.status <> 'suspended')`,
      set: { cancellation_fee_cents: 0 },
      reason: reason ?? 'given back',
      // The notice of the successor tells the customer.
      ...(paymentId && { tell: [] }),
    })
    if (!job) return false
    if (paymentId) await offerAgain(trx, { job, paymentId })
    else await onCancelled(trx, job, { feeCents: 0 })
    await closeQuestions(trx, job)
    await strike(trx, { jobId, carrierId })
    return true
  })
  if (cancelled) return
  const job = await findCarriersJob(kysely, { jobId, carrierId })
  if (job.cancelled_by === 'carrier') return
  throw job.status === 'accepted' && !job.collected_at ? suspendedNow : wrongState(job)
}

/** Locks the job, which must not change until it is ended. @returns the hold that its successor can take over. */
async function findHold(
  trx: Transaction<Tables>,
  { jobId, carrierId }: Pick<GivenBack, 'jobId' | 'carrierId'>,
): Promise<string | null> {
  const job = await trx
    .selectFrom('job')
    .select(['id', 'customer_id', 'price'])
    .where('id', '=', jobId)
    .where('carrier_id', '=', carrierId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return job ? findMovableHold(trx, job) : null
}

const suspendedNow = new Problem('wrong_state', (t) => t.jobs.suspendedCannotDrop, {
  asksSupport: true,
})
