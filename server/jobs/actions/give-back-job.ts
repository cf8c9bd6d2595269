import { type Kysely, sql, type Transaction } from 'kysely'
import { judgeCarrier } from '../../accounts/carriers/judge.ts'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'
import { texts } from '../../texts/index.ts'
import { closeQuestions } from '../doubts/close-questions.ts'
import { findCarriersJob } from '../find-job.ts'
import { onCancelled } from '../money/capture-or-release.ts'
import { transition } from '../transition.ts'
import { wrongState } from '../wrong-state.ts'

type GivenBack = { jobId: string; carrierId: string; reason: string | null }

/**
 * A carrier cancels a job it accepted (spec part 3): the customer gets the whole amount back, the carrier a strike,
 * and the third strike in 30 days suspends the carrier (DESIGN 3, Life). Refused after collection. A repeated request
 * changes nothing. Refused for a suspended carrier, on whom a strike has no effect: they deliver the job, or ask the
 * operator to cancel it as staff.
 *
 * @throws Problem `not_found` (404), `wrong_state` (409).
 */
export async function giveBackJob({ kysely }: { kysely: Kysely<Tables> }, given: GivenBack): Promise<void> {
  const { jobId, carrierId, reason } = given
  const cancelled = await kysely.transaction().execute(async (trx) => {
    await lockCarrier(trx, carrierId)
    const job = await transition(trx, 'cancel', {
      jobId,
      actor: 'carrier',
      actorId: carrierId,
      where: sql<boolean>`job.carrier_id = ${carrierId} and job.collected_at is null and exists (
        select 1 from carrier c where c.account_id = ${carrierId} and c.status <> 'suspended')`,
      set: { cancellation_fee_cents: 0 },
      reason: reason ?? 'given back',
    })
    if (!job) return false
    await onCancelled(trx, job, { feeCents: 0 })
    await closeQuestions(trx, job)
    await strike(trx, { jobId, carrierId })
    return true
  })
  if (cancelled) return
  const job = await findCarriersJob(kysely, { jobId, carrierId })
  if (job.cancelled_by === 'carrier') return
  throw job.status === 'accepted' && !job.collected_at ? suspendedNow : wrongState(job)
}

const suspendedNow = new Problem('wrong_state', (t) => t.jobs.suspendedCannotDrop, {
  asksSupport: true,
})

/**
 * Locked before the job, in the same order as in `acceptJob`, which avoids deadlocks. Also makes concurrent strikes
 * count each other.
 */
async function lockCarrier(trx: Transaction<Tables>, carrierId: string): Promise<void> {
  await trx
    .selectFrom('carrier')
    .select('account_id')
    .where('account_id', '=', carrierId)
    .forUpdate()
    .execute()
}

const mostStrikes = 3

async function strike(
  trx: Transaction<Tables>,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<void> {
  await trx.insertInto('carrier_strike').values({ carrier_id: carrierId, job_id: jobId }).execute()
  const { strikes, language } = await trx
    .selectFrom('account')
    .innerJoin('carrier_strike', 'carrier_strike.carrier_id', 'account.id')
    .select(({ fn }) => ['account.language', fn.countAll<number>().as('strikes')])
    .where('account.id', '=', carrierId)
    .where('carrier_strike.at', '>', sql<Date>`now() - interval '30 days'`)
    .groupBy('account.id')
    .executeTakeFirstOrThrow()
  if (strikes < mostStrikes) return
  await judgeCarrier(trx, {
    accountId: carrierId,
    judgement: 'suspend',
    by: { actor: { type: 'system', name: 'strikes' }, reason: texts[language].accounts.threeStrikes },
  })
}
