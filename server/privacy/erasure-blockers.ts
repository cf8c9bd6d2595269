import { type Kysely, sql } from 'kysely'
import { type ErasureBlocker, erasureBlockers } from '#contract/vocabulary.ts'
import { isUnfinished } from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'

/** Something that must end before an account can be erased; `count` of jobs or payments, `cents` of money. */
export type Blocker = { reason: ErasureBlocker; count: number | null; cents: number | null }

type Found = Record<ErasureBlocker, number>

/** Runs under the locks of `erase-account.ts`, or without locks to inform a person beforehand. */
export async function findBlockers(db: Kysely<Tables>, accountId: string): Promise<Blocker[]> {
  const { rows } = await sql<Found>`
    select
      (select count(*) from job where customer_id = ${accountId} and status in ('posted', 'accepted')) as open_jobs,
      (select count(*) from job where carrier_id = ${accountId} and status = 'accepted') as deliveries,
      (select count(*) from job where (customer_id = ${accountId} or carrier_id = ${accountId}) and ${hasOpenQuestion})
        as problems,
      (select count(*) from payment p where p.account_id = ${accountId} and (
        p.status in ('authorizing', 'action_required', 'held', 'capturing', 'releasing')
        or exists (select from payment_effect e where e.payment_id = p.id and e.kind <> 'transfer'
          and ${isUnfinished('e.status')})))
        + (select count(*) from payment p join job on job.id = p.job_id where job.carrier_id = ${accountId}
          and p.purpose = 'tip' and p.status in ('authorizing', 'action_required', 'held', 'capturing', 'releasing')) as payments,
      (select coalesce(sum(balance_cents), 0)::integer from wallet where account_id = ${accountId}) as wallet,
      (select coalesce(sum(case when credit = ${`carrier:${accountId}`} then amount_cents else -amount_cents end), 0)::integer
        from ledger_transfer where ${`carrier:${accountId}`} in (debit, credit)) as earnings`.execute(db)
  const [found] = rows
  if (!found) return []
  return erasureBlockers.flatMap((reason) => (found[reason] > 0 ? [blocker(reason, found[reason])] : []))
}

const blocker = (reason: ErasureBlocker, value: number): Blocker =>
  isMoney(reason) ? { reason, count: null, cents: value } : { reason, count: value, cents: null }

/** Money that staff may have paid in another way; the ledger then still has it under the account's id. */
export const isMoney = (reason: ErasureBlocker): boolean => reason === 'wallet' || reason === 'earnings'

/**
 * Whether a row of `job` has a dispute, a report or a doubtful delivery that is not settled, so the job is still needed
 * as evidence. An upheld report and a lost dispute are settled, although the carrier of the job is unpaid.
 */
export const hasOpenQuestion = sql<boolean>`exists (
  select from money_block block where block.job_id = job.id and block.lifted_at is null and case block.cause
    when 'early_delivery' then true
    when 'problem' then exists (select from job_problem p where p.job_id = job.id and p.status = 'open')
    else exists (
      select from dispute d where d.kind = block.cause and d.closed_at is null and d.payment_id in (
        select p.id from payment p where p.job_id = job.id
        union all select e.source_payment_id from payment_effect e
        join payment p on p.id = e.payment_id where p.job_id = job.id)) end)`
