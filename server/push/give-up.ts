import { type Kysely, sql } from 'kysely'
import { type Claim, finishRow } from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'
import { pushRows } from './push-rows.ts'
import { withDeviceLock } from './with-device-lock.ts'

/**
 * Marks a push as failed for good. Its notice is processed again, so that it is sent in another way (SMS) when no other
 * device of the account may still receive it (`jobs/notices/deliver.ts`).
 */
export const giveUp = (
  kysely: Kysely<Tables>,
  push: Claim & { subscriptionId: string; noticeId: number },
  why: string,
): Promise<void> =>
  withDeviceLock(kysely, push.subscriptionId, async (trx) => {
    // Locks the notice before the push, as the task that tells notices does: the other order could deadlock.
    await sql`select from notice where id = ${push.noticeId} for no key update`.execute(trx)
    if (!(await finishRow(trx, pushRows, push, { status: 'failed', last_error: why }))) return
    await trx.updateTable('notice').set({ told_at: null }).where('id', '=', push.noticeId).execute()
  })
