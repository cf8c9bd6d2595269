import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { isUuid } from '../../lib/ids.ts'
import type { Imbalance, LedgerPart } from './check.ts'

/** SQL of two instants; without an end, up to now. */
export type ChangeSpan = { since: RawBuilder<Date>; until: RawBuilder<Date> | null }

/**
 * The payments and accounts changed in a span, and all known differences, so a check of this part also finds that a
 * difference was corrected.
 */
export async function changedLedgerPart(
  kysely: Kysely<Tables>,
  span: ChangeSpan,
  known: Imbalance[],
): Promise<LedgerPart> {
  const moved = await movedAccounts(kysely, span)
  const subjects = known.map(({ subject }) => subject)
  const accounts = [...moved, ...subjects.filter((subject) => subject.includes(':'))]
  // A row on the wrong account has another payment there.
  const named = accounts.filter((account) => /^(held|captured):/.test(account))
  const ids = [...subjects, ...named.map((account) => account.replace(/^.*:/, ''))].filter(isUuid)
  const paymentIds = await touchedPayments(kysely, span, ids)
  return {
    paymentIds,
    accounts: [...accounts, ...paymentIds.flatMap((id) => [`held:${id}`, `captured:${id}`])],
  }
}

const isIn = ({ since, until }: ChangeSpan, column: string) =>
  until === null
    ? sql`${sql.ref(column)} >= ${since}`
    : sql`${sql.ref(column)} >= ${since} and ${sql.ref(column)} < ${until}`

async function movedAccounts(kysely: Kysely<Tables>, span: ChangeSpan): Promise<string[]> {
  const { rows } = await sql<{ account: string }>`
    with moved as (select debit, credit from ledger_transfer where ${isIn(span, 'at')})
    select account from (select debit as account from moved union select credit from moved) as touched
    where account ~ '^(wallet|carrier|held|captured):'`.execute(kysely)
  return rows.map(({ account }) => account)
}

/** `ids`: of payments and effects. */
async function touchedPayments(kysely: Kysely<Tables>, span: ChangeSpan, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select payment_id as id from ledger_transfer where ${isIn(span, 'at')} and payment_id is not null
    union select e.payment_id from ledger_transfer l join payment_effect e on e.id = l.effect_id where ${isIn(span, 'l.at')}
    union select id from payment where ${isIn(span, 'updated_at')}
    union select payment_id from payment_effect where ${isIn(span, 'settled_at')}
    union select payment_id from dispute where ${isIn(span, 'updated_at')} and payment_id is not null
    union select p.id from payment p join job on job.id = p.job_id where ${isIn(span, 'job.updated_at')}
    union select payment_id from payment_effect where id = any((select ${ids}::uuid[])::uuid[])
    union select id from payment where id = any((select ${ids}::uuid[])::uuid[])`.execute(kysely)
  return rows.map(({ id }) => id)
}
