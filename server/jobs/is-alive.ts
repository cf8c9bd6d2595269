import { sql } from 'kysely'
import { unfinishedSql } from '../db/leased-rows.ts'
import { isInRealTimeSql } from '../db/worlds.ts'

/**
 * Whether the time to pay a draft is not over, in a row of `job`. A draft of the sandbox lives until a call moves its
 * clock past the end, which deletes it.
 */
const isBeforeEndSql = `(job.expires_at > now() or not ${isInRealTimeSql})`

export const isBeforeEnd = sql<boolean>`${sql.raw(isBeforeEndSql)}`

/**
 * Whether a row of `job` is alive. A draft is gone from `expires_at` on, deleted or not (DESIGN 3, Status), unless
 * the customer began to pay before: then it stays alive until that payment is decided.
 */
export const isAliveSql = `(job.status <> 'draft' or ${isBeforeEndSql} or exists (
  select 1 from payment where payment.job_id = job.id and payment.status in ('authorizing', 'action_required')))`

export const isAlive = sql<boolean>`${sql.raw(isAliveSql)}`

/** In addition to `isAlive`: a payment or an unsettled effect at the processor still needs its job. */
export const isPayingSql = `exists (
  select 1 from payment where payment.job_id = job.id and (
    payment.status in ('authorizing', 'action_required', 'held', 'capturing', 'releasing')
    or exists (select 1 from payment_effect e where e.payment_id = payment.id and ${unfinishedSql('e.status')})))`
