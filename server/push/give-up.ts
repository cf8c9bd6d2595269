import type pg from 'pg'
import { withDeviceLock } from './with-device-lock.ts'

/**
 * Marks a push as failed for good. Its notice is processed again, so that it is sent in another way (SMS) when no other
 * device of the account may still receive it (`tasks/deliver-notices.ts`).
 */
export const giveUp = (
  pool: pg.Pool,
  push: { id: string; claimId: string; subscriptionId: string; noticeId: number },
  why: string,
): Promise<void> =>
  withDeviceLock(pool, push.subscriptionId, (client) =>
    client.query(fail, [push.noticeId, push.id, push.claimId, why]),
  )

// Locks the notice before the push, as the task that tells notices does: the other order could deadlock.
const fail = `
  with waiting as materialized (
    select id from notice where id = $1 for no key update
  ), failed as (
    update push set status = 'failed', last_error = $4, due_at = now() from waiting
    where push.id = $2 and push.claim_id = $3 and push.status = 'running' returning push.notice_id
  )
  update notice set told_at = null from failed where notice.id = failed.notice_id`
