import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isBlocked } from './blocks.ts'

/** A hold that ends sooner is taken while it can be: the bound on how long a block holds back a capture. */
const hoursBeforeItsEnd = 12

/** Whether the hold of a row of `job` outlives the next hours. Money of a wallet is held without an end. */
export const hasLastingHold = sql<boolean>`exists (
  select from payment p where p.job_id = job.id and p.status = 'held'
    and (p.hold_expires_at is null or p.hold_expires_at > now() + make_interval(hours => ${hoursBeforeItsEnd})))`

/** Whether the capture of a blocked job may wait. Without a lasting hold it is made, and the carrier is paid later. */
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
