import { sql, type Transaction } from 'kysely'
import { judgeCarrier } from '../accounts/carriers/judge.ts'
import { languageIn } from '../db/language-columns.ts'
import type { Tables } from '../db/tables.ts'
import { texts } from '../texts/index.ts'

/**
 * Locked before the job, in the same order as in `actions/accept-job.ts`, which avoids deadlocks. Also makes concurrent
 * strikes count each other.
 */
export async function lockForStrike(trx: Transaction<Tables>, carrierId: string): Promise<void> {
  await trx
    .selectFrom('carrier')
    .select('account_id')
    .where('account_id', '=', carrierId)
    .forUpdate()
    .execute()
}

/** So many strikes in so many days suspend a carrier. */
export const maxStrikes = 3
export const strikeDays = 30

/**
 * The third strike in 30 days suspends the carrier (DESIGN 3, Life). The caller has locked the carrier, then the job.
 */
export async function strike(
  trx: Transaction<Tables>,
  { jobId, carrierId }: { jobId: string; carrierId: string },
): Promise<void> {
  await trx.insertInto('carrier_strike').values({ carrier_id: carrierId, job_id: jobId }).execute()
  const { strikes, language } = await trx
    .selectFrom('account')
    .innerJoin('carrier_strike', 'carrier_strike.carrier_id', 'account.id')
    .select(({ fn }) => [languageIn('account').as('language'), fn.countAll<number>().as('strikes')])
    .where('account.id', '=', carrierId)
    .where('carrier_strike.at', '>', sql<Date>`now() - make_interval(days => ${strikeDays})`)
    .groupBy('account.id')
    .executeTakeFirstOrThrow()
  if (strikes < maxStrikes) return
  await judgeCarrier(trx, {
    accountId: carrierId,
    judgement: 'suspend',
    by: { actor: { type: 'system', name: 'strikes' }, reason: texts[language].accounts.threeStrikes },
  })
}

/**
 * Takes back the strike for a job whose customer cancelled because of a report, when staff dismiss the report. A
 * suspension by this strike continues until staff end it (`judge.ts`).
 */
export const takeStrikeBack = (trx: Transaction<Tables>, jobId: string) =>
  trx.deleteFrom('carrier_strike').where('job_id', '=', jobId).execute()
