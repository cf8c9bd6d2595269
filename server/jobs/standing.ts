import { sql } from 'kysely'

/**
 * Whether a row of `job` still stands: a draft is gone from `expires_at` on, swept or not (DESIGN 3, Status), unless the
 * customer began to pay before; then it stands until that is decided.
 */
export const standing = `(job.status <> 'draft' or job.expires_at > now() or exists (
  select 1 from payment where payment.job_id = job.id and payment.status in ('authorizing', 'action_required')))`

export const isStanding = sql<boolean>`${sql.raw(standing)}`
