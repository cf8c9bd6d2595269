import { sql } from 'kysely'
import { unfinishedSql } from '../db/leased-rows.ts'
import { isInRealTimeSql } from '../db/worlds.ts'

/**
 * Whether a row of `job` is alive. A draft is dead from `expires_at` on, deleted or not (DESIGN 3, Status), unless the
 * customer began to pay before: then it is alive until that payment is decided. A draft of the sandbox lives until a
 * request moves its clock past the end, which deletes it.
 */
export const isAliveSql = `(job.status <> 'draft' or job.expires_at > now() or not ${isInRealTimeSql} or exists (
  select 1 from payment where payment.job_id = job.id and payment.status in ('authorizing', 'action_required')))`

export const isAlive = sql<boolean>`${sql.raw(isAliveSql)}`

/** In addition to `isAlive`: a payment or an unsettled effect at the processor still needs its job. */
export const isPayingSql = `exists (
  select 1 from payment where payment.job_id = job.id and (
    payment.status in ('authorizing', 'action_required', 'held', 'capturing', 'releasing')
    or exists (select 1 from payment_effect e where e.payment_id = payment.id and ${unfinishedSql('e.status')})))`
