import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { endForNextCarrier } from '../doubts/end-for-next-carrier.ts'
import { findCarriersJob } from '../find-job.ts'
import { wrongState } from '../refusals.ts'
import { lockForStrike, strike } from '../strike.ts'

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
    const job = await lock(trx, given)
    const where = sql<boolean>`exists (
      select 1 from carrier c where c.account_id = ${carrierId} and c.status <> 'suspended')`
    if (!job || !(await endForNextCarrier(trx, job, { carrierId, where, reason: reason ?? 'given back' })))
      return false
    await strike(trx, { jobId, carrierId })
    return true
  })
  if (cancelled) return
  const job = await findCarriersJob(kysely, { jobId, carrierId })
  if (job.cancelled_by === 'carrier' && !job.isTripEnded) return
  throw job.status === 'accepted' && !job.collected_at ? suspendedNow : wrongState(job)
}

const lock = (trx: Transaction<Tables>, { jobId, carrierId }: GivenBack) =>
  trx
    .selectFrom('job')
    .select(['id', 'customer_id', 'price'])
    .where('id', '=', jobId)
    .where('carrier_id', '=', carrierId)
    .forNoKeyUpdate()
    .executeTakeFirst()

const suspendedNow = new Problem('wrong_state', (t) => t.jobs.suspendedCannotDrop, {
  asksSupport: true,
})
