import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isUuid } from '../../lib/ids.ts'
import type { Imbalance, LedgerPart } from './check.ts'

/** Longer than the longest transaction: its rows have the time of its start. */
const recent = sql`now() - interval '1 hour'`

/**
 * The payments and accounts changed in the last hour, and all known differences, so a check of this part also finds
 * that a difference was corrected.
 */
export async function recentLedgerPart(kysely: Kysely<Tables>, known: Imbalance[]): Promise<LedgerPart> {
  const moved = await movedAccounts(kysely)
  const subjects = known.map(({ subject }) => subject)
  const accounts = [...moved, ...subjects.filter((subject) => subject.includes(':'))]
  // A row on the wrong account has another payment there.
  const named = accounts.filter((account) => /^(held|captured):/.test(account))
  const ids = [...subjects, ...named.map((account) => account.replace(/^.*:/, ''))].filter(isUuid)
  const paymentIds = await touchedPayments(kysely, ids)
  return {
    paymentIds,
    accounts: [...accounts, ...paymentIds.flatMap((id) => [`held:${id}`, `captured:${id}`])],
  }
}

async function movedAccounts(kysely: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    with moved as (select debit, credit from ledger_transfer where at >= ${recent})
    select account from (select debit as account from moved union select credit from moved) as touched
    where account ~ '^(wallet|carrier|held|captured):'`.execute(kysely)
  return rows.map(({ account }) => account)
}

/** `ids`: of payments and effects. */
async function touchedPayments(kysely: Kysely<Tables>, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from ledger_transfer where at >= ${recent} and payment_id is not null
    union select e.payment_id from ledger_transfer l join payment_effect e on e.id = l.effect_id where l.at >= ${recent}
    union select id from payment where updated_at >= ${recent}
    union select payment_id from payment_effect where settled_at >= ${recent}
    union select payment_id from dispute where updated_at >= ${recent} and payment_id is not null
    union select p.id from payment p join job on job.id = p.job_id where job.updated_at >= ${recent}
    union select payment_id from payment_effect where id = any(${ids}::uuid[])
    union select id from payment where id = any(${ids}::uuid[])`.execute(kysely)
  return rows.map(({ id }) => id)
}
