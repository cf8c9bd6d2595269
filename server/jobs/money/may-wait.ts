import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isBlocked } from './blocks.ts'

/** A hold that expires sooner is captured while it still can be. This limits how long a block delays a capture. */
const hoursBeforeItsEnd = 12

/** Whether the hold of a row of `job` lasts beyond the next 12 hours. A wallet's hold does not expire. */
export const hasLastingHold = sql<boolean>`exists (
  select from payment p where p.job_id = job.id and p.status = 'held'
    and (p.hold_expires_at is null or p.hold_expires_at > now() + make_interval(hours => ${hoursBeforeItsEnd})))`

/**
 * Whether the capture of a blocked job may wait. Without a lasting hold it is captured now, and the carrier is paid
 * later.
 */
export async function mayWait(kysely: Kysely<Tables>, jobId: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('job')
    .select('id')
    .where('id', '=', jobId)
    .where(isBlocked)
    .where(hasLastingHold)
    .executeTakeFirst()
  return row !== undefined
}
