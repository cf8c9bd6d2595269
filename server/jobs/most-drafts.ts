import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'

/** Far more than anybody has to send at once. */
const mostDrafts = 50

/**
 * Each draft of the app costs a look-up of its addresses or a copy of its photos, and is free until it is paid: one account
 * may not fill the disk with them. Asked before that work is done; parallel calls are counted by `hasRoomForDraft`.
 *
 * @throws Problem `rate_limit_exceeded`.
 */
export async function refuseTooManyDrafts(kysely: Kysely<Tables>, customerId: string): Promise<void> {
  if (await hasMostDrafts(kysely, customerId)) throw tooManyDrafts
}

/** Inside the transaction that inserts the draft. The lock makes parallel inserts of one account count each other. */
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
    .limit(mostDrafts)
    .execute()
  return drafts.length === mostDrafts
}

export const tooManyDrafts = new Problem(
  'rate_limit_exceeded',
  {
    en: 'You have many jobs that are not paid yet. Pay for one of them, or go on when they have expired.',
    es: 'Tienes muchos encargos sin pagar. Paga alguno o sigue cuando hayan caducado.',
  },
  { retryAfterSeconds: 3_600 },
)
