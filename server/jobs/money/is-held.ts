import { sql } from 'kysely'

/**
 * Whether the total of a row of `job` is held now, by a hold that is still alive: nobody accepts a job whose money could be
 * gone. Money of a wallet is held without an end.
 */
export const isHeldSql = `exists (
  select 1 from payment where payment.job_id = job.id and payment.status = 'held'
    and (payment.hold_expires_at is null or payment.hold_expires_at > now()))`

export const isHeld = sql.raw<boolean>(isHeldSql)
