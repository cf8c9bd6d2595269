import { CompiledQuery, type Kysely } from 'kysely'
import { unfinishedSql } from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'
import { withDeviceLock } from './with-device-lock.ts'

/**
 * Deletes a subscription that the browser has dropped, and its pushes. Its undelivered notices are processed again, so that
 * they are sent in another way (SMS), unless another device of the account may still receive them.
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
