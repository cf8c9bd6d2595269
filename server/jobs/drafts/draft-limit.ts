import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { Problem } from '../../lib/problem.ts'

/** Far more than a customer needs. */
const maxDrafts = 50

/**
 * Refuses a new draft when the account has too many. Each draft costs a geocoding request or a copy of its photos and
 * is free until it is paid, so one account could fill the disk. Runs before that work; `hasRoomForDraft` counts
 * concurrent requests.
 *
 * @throws Problem `rate_limit_exceeded`.
 */
export async function refuseTooManyDrafts(kysely: Kysely<Tables>, customerId: string): Promise<void> {
  if (await hasMostDrafts(kysely, customerId)) throw tooManyDrafts
}

/**
 * Runs in the transaction that inserts the draft. The lock makes concurrent inserts of one account count each other.
 */
export async function hasRoomForDraft(trx: Transaction<Tables>, customerId: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`app-drafts:${customerId}`}, 0))`.execute(trx)
  return !(await hasMostDrafts(trx, customerId))
}

async function hasMostDrafts(kysely: Kysely<Tables>, customerId: string): Promise<boolean> {
  const drafts = await kysely
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'draft')
    .where('origin', '=', 'app')
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(maxDrafts)
    .execute()
  return drafts.length === maxDrafts
}

export const tooManyDrafts = new Problem('rate_limit_exceeded', (t) => t.jobs.tooManyDrafts, {
  retryAfterSeconds: 3_600,
})
