import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { Problem } from '../lib/problem.ts'

/** Far more than anybody has to send at once. */
const mostDrafts = 50

/**
 * Each draft of the app costs a look-up of its addresses or a copy of its photos, and is free until it is paid: one account
 * may not fill the disk with them.
 *
 * @throws Problem `rate_limit_exceeded`.
 */
export async function refuseTooManyDrafts(kysely: Kysely<Tables>, customerId: string): Promise<void> {
  const drafts = await kysely
    .selectFrom('job')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('status', '=', 'draft')
    .where('origin', '=', 'app')
    .where('expires_at', '>', sql<Date>`now()`)
    .limit(mostDrafts)
    .execute()
  if (drafts.length === mostDrafts) throw tooMany
}

const tooMany = new Problem(
  'rate_limit_exceeded',
  {
    en: 'You have many jobs that are not paid yet. Pay for one of them, or go on when they have expired.',
    es: 'Tienes muchos encargos sin pagar. Paga alguno o sigue cuando hayan caducado.',
  },
  { retryAfterSeconds: 3_600 },
)
