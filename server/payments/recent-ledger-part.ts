import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Imbalance, LedgerPart } from './ledger-check.ts'

/** Longer than the longest transaction: its rows have the time of its beginning. */
const recent = sql`now() - interval '1 hour'`

/**
 * The payments and accounts that have changed in the last hour, and those of differences that are known already, so that a
 * check of this part also finds that a difference has gone.
 */
export async function recentLedgerPart(kysely: Kysely<Tables>, known: Imbalance[]): Promise<LedgerPart> {
  const subjects = known.map(({ subject }) => subject)
  const ids = subjects.filter((subject) => /^[0-9a-f-]{36}$/.test(subject))
  const { rows: payments } = await sql<{ id: string }>`
    select payment_id as id from ledger_transfer where at >= ${recent} and payment_id is not null
    union select id from payment where updated_at >= ${recent}
    union select payment_id from payment_effect where settled_at >= ${recent}
    union select payment_id from dispute where updated_at >= ${recent} and payment_id is not null
    union select payment_id from payment_effect where id = any(${ids}::uuid[])
    union select id from payment where id = any(${ids}::uuid[])`.execute(kysely)
  const { rows: accounts } = await sql<{ account: string }>`
    with moved as (select debit, credit from ledger_transfer where at >= ${recent})
    select account from (select debit as account from moved union select credit from moved) as touched
    where account like 'wallet:%' or account like 'carrier:%'`.execute(kysely)
  const paymentIds = payments.map(({ id }) => id)
  return {
    paymentIds,
    accounts: [
      ...accounts.map(({ account }) => account),
      ...subjects.filter((subject) => subject.includes(':')),
      ...paymentIds.flatMap((id) => [`held:${id}`, `captured:${id}`]),
    ],
  }
}
