import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

type Trx = Transaction<Tables>

/*
 * The order in which transactions lock rows, so that two of them never wait for each other:
 *
 *   1. the turn of the pages (`waitForTurn`): issuing them, deleting a world, erasing a person
 *   2. carrier
 *   3. job, by id
 *   4. account, by id
 *   5. payment, and its rows; a top-up that funds a payout after the payment of the job, by id
 *   6. the payouts of carriers (`lockPayouts`), then the calls of payments that pay out, by id
 *   7. what belongs to an account: notices, documents, codes, addresses
 *
 * The id that a request gives to a refund is locked before all of them. Where the job is locked, its own payments may
 * follow its payouts: no other transaction reaches them without the lock of the job.
 *
 * A row with a foreign key locks the row that it names. So a transaction that changes what belongs to an account, and
 * then writes another row of it, locks the account first: an erasure holds the account while it deletes the rest.
 */

/** Locks an account against an erasure. */
export async function lockAccount(trx: Trx, accountId: string): Promise<void> {
  await sql`select from account where id = ${accountId} for key share`.execute(trx)
}

/**
 * Locks what the carriers of these jobs bear of refunds, and the payouts of the jobs that wait: of a refund and a
 * payout at once, the later one sees the other. The caller holds the locks of the jobs. A transaction that changes the
 * payouts of several jobs locks them in one call, because the rows are locked by id.
 *
 * @param of `carriers`: also the payouts of other jobs of these carriers.
 */
export async function lockPayouts(
  trx: Trx,
  jobIds: readonly string[],
  of: 'jobs' | 'carriers' = 'jobs',
): Promise<void> {
  const ofJobs = sql`e.kind = 'transfer' and e.status = 'due' and p.job_id = any(${jobIds}::uuid[])`
  const carriers = sql`
    select carrier_id from job where id = any(${jobIds}::uuid[]) and carrier_id is not null
    union select e.carrier_id from payment_effect e join payment p on p.id = e.payment_id where ${ofJobs}`
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('dray: payee ' || carrier_id, 0) as key from (${carriers}) payee
      order by key) ordered`.execute(trx)
  await sql`
    select from payment_effect where status = 'due' and id = any(array(
      select e.id from payment_effect e join payment p on p.id = e.payment_id where ${ofJobs}
      ${
        of === 'carriers'
          ? sql`union select id from payment_effect
        where kind = 'transfer' and status = 'due' and carrier_id in (${carriers})`
          : sql``
      }))
    order by id for update`.execute(trx)
}

const turn = sql`hashtextextended('dray: invoices', 0)`

/** Waits until this transaction may issue pages, or delete what they are about. */
export const waitForTurnSql = `select pg_advisory_xact_lock(hashtextextended('dray: invoices', 0))`

export const waitForTurn = async (trx: Trx): Promise<void> =>
  void (await sql.raw(waitForTurnSql).execute(trx))

/**
 * Whether this transaction may issue pages now: only one node does at a time, so that a later number never has an
 * earlier instant. The turn ends with the transaction.
 */
export async function takesTurn(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{ isAlone: boolean }>`
    select pg_try_advisory_xact_lock(${turn}) as "isAlone"`.execute(trx)
  return rows[0]?.isAlone ?? false
}
