import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import { type Claim, finishRow, unfinishedSql } from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Deletes a subscription that the browser has dropped, and its pushes. Its undelivered notices are processed again, to
 * send them by SMS, unless another device of the account may still receive them.
 */
export const forgetDevice = (
  kysely: Kysely<Tables>,
  { subscriptionId, endpoint }: { subscriptionId: string; endpoint: string },
): Promise<void> =>
  withDeviceLock(kysely, subscriptionId, async (trx) => {
    await trx.executeQuery(CompiledQuery.raw(forget, [subscriptionId, endpoint]))
  })

const forget = `
  with gone as (
    delete from push_subscription where id = $1 and endpoint = $2 returning account_id
  ), missed as (
    select notice_id from push where subscription_id = $1 and ${unfinishedSql('status')}
  )
  update notice set told_at = null from gone
  where notice.account_id = gone.account_id and notice.id in (select notice_id from missed)
    and not exists (
      select from push_subscription other join session on session.id = other.session_id
      where other.account_id = gone.account_id and other.id <> $1
        and session.ended_at is null and session.expires_at > now()
        and not exists (
          select from push
          where push.subscription_id = other.id and push.notice_id = notice.id and push.status = 'failed'))`

/**
 * Marks a push as finally failed. Its notice is processed again, to send it by SMS if no other device of the account
 * may still receive it (`jobs/notices/deliver.ts`).
 */
export const giveUp = (
  kysely: Kysely<Tables>,
  push: Claim & { subscriptionId: string; noticeId: number },
  why: string,
): Promise<void> =>
  withDeviceLock(kysely, push.subscriptionId, async (trx) => {
    // Locks the notice before the push, in the order of the task that delivers notices, to avoid a deadlock.
    await sql`select from notice where id = ${push.noticeId} for no key update`.execute(trx)
    if (!(await finishRow(trx, pushRows, push, { status: 'failed', last_error: why }))) return
    await trx.updateTable('notice').set({ told_at: null }).where('id', '=', push.noticeId).execute()
  })

/** `push` as a queue. A request takes at most 10 s. */
export const pushRows = { table: 'push', leaseSeconds: 30 } as const

/**
 * Runs `work` in a transaction under a lock on the account of this device. Serializes devices of one account that stop
 * receiving concurrently: each sees the changes of the previous one.
 */
const withDeviceLock = (
  kysely: Kysely<Tables>,
  subscriptionId: string,
  work: (trx: Transaction<Tables>) => Promise<void>,
): Promise<void> =>
  kysely.transaction().execute(async (trx) => {
    await sql`
      select pg_advisory_xact_lock(hashtextextended('dray devices ' || account_id, 0))
      from push_subscription where id = ${subscriptionId}`.execute(trx)
    await work(trx)
  })
