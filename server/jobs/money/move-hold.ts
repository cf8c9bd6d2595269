import { sql, type Transaction } from 'kysely'
import { unfinishedSql } from '../../db/leased-rows.ts'
import type { Tables } from '../../db/tables.ts'
import { isActive } from '../eligibility.ts'
import type { JobRow } from '../transition.ts'

type Trx = Transaction<Tables>

/**
 * The hold that a successor of the job can take over. The caller must hold the job's lock.
 *
 * @returns null while the hold is being renewed, captured or released, after it has expired, if money was captured by
 *   hand, if a dispute is about it, or if the customer cannot use the app: then it is released with the job.
 */
export async function findMovableHold(
  trx: Trx,
  job: Pick<JobRow, 'id' | 'customer_id' | 'price'>,
): Promise<string | null> {
  const { id: jobId, customer_id: customerId, price } = job
  if (!customerId) return null
  const { rows } = await sql<{ id: string }>`
    select p.id from payment p
    where p.job_id = ${jobId} and p.status = 'held' and p.amount_cents >= ${price.totalCents}
      and (p.hold_expires_at is null or p.hold_expires_at > now())
      and not exists (select from payment other where other.job_id = p.job_id and other.id <> p.id and (
        other.status in ('authorizing', 'action_required', 'held', 'capturing')
        or other.captured_cents > other.refunded_cents))
      and not exists (select from payment_effect e where e.payment_id = p.id and ${sql.raw(unfinishedSql('e.status'))})
      and not exists (select from dispute d where d.payment_id = p.id and d.released_at is null)
      and ${isCustomerActive(customerId)}`.execute(trx)
  return rows[0]?.id ?? null
}

/** The people of the sandbox have no session, so `isActive` leaves them out. */
const isCustomerActive = (accountId: string) => sql<boolean>`(${isActive(accountId)} or exists (
  select from account a where a.id = ${accountId} and a.sandbox_key_id is not null))`

/**
 * Moves the hold to the successor, in the transaction that ends the job. Later captures, renewals, refunds and rows of
 * the ledger then belong to the successor, because all of them read the job of the payment.
 *
 * @throws Error when the payment is not held for the job, which the caller has checked under the job's lock.
 */
export async function moveHold(
  trx: Trx,
  { paymentId, from, to }: { paymentId: string; from: string; to: string },
): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('payment')
    .set({ job_id: to, updated_at: sql<Date>`now()` })
    .where('id', '=', paymentId)
    .where('job_id', '=', from)
    .where('status', '=', 'held')
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('the hold to be moved is not held for the job')
}
