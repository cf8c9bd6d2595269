import { type Kysely, sql } from 'kysely'
import type { AccountBalance } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import type { Imbalance } from '../payments/ledger-check.ts'
import { checkLedger } from './check-ledger.ts'
import type { Entry, Source } from './entry.ts'

/**
 * Compares the ledger with the other tables and stores what differs, with the balances. Of all nodes one checks at a time: it claims the
 * row for two minutes.
 *
 * @returns whether this node has checked.
 */
export async function watchLedger({ kysely }: { kysely: Kysely<Tables> }): Promise<boolean> {
  const claim = { due_at: sql<Date>`now() + interval '2 minutes'` }
  const claimed = await kysely
    .insertInto('ledger_check')
    .values({ id: true, ...claim })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(claim).where('ledger_check.due_at', '<=', sql<Date>`now()`),
    )
    .returning('id')
    .executeTakeFirst()
  if (!claimed) return false
  await checkLedger(kysely)
  return true
}

export type LedgerBalances = LedgerState & {
  unbalancedSince: Date | null
  differences: Imbalance[]
  balances: AccountBalance[]
}

/** The result of the last check with what differed and the balances; empty before the first. */
export async function readLedgerBalances(kysely: Kysely<Tables>): Promise<LedgerBalances> {
  const row = await kysely
    .selectFrom('ledger_check')
    .select(['unbalanced_since', 'differences', 'balances'])
    .executeTakeFirst()
  return {
    ...(await readLedgerState(kysely)),
    unbalancedSince: row?.unbalanced_since ?? null,
    differences: row?.differences ?? [],
    balances: row?.balances ?? [],
  }
}

/** The result of the last check; both are null before the first. */
export type LedgerState = { checkedAt: Date | null; balanced: boolean | null }

export async function readLedgerState(kysely: Kysely<Tables>): Promise<LedgerState> {
  const row = await kysely
    .selectFrom('ledger_check')
    .select(['checked_at', 'unbalanced_since'])
    .executeTakeFirst()
  const checkedAt = row?.checked_at ?? null
  return { checkedAt, balanced: checkedAt === null ? null : row?.unbalanced_since === null }
}

/** One entry for each kind of difference that the last check has found. */
export const unbalancedLedger: Source = {
  kinds: ['ledger_unbalanced'],
  rows: sql<Entry>`
    select 'ledger_unbalanced' as kind, each->>'check' as "subjectId", null as "jobId", each->>'check' as label,
      min(unbalanced_since) as since, min(unbalanced_since) as "costsAt",
      sum(abs((each->>'expected_cents')::bigint - (each->>'actual_cents')::bigint))::integer as "amountCents",
      min(each->>'subject') as cause
    from ledger_check cross join jsonb_array_elements(differences) as each
    group by each->>'check'`,
}

/** The last check is ten minutes late: each one fails, or no node runs the tasks. */
export const uncheckedLedger: Source = {
  kinds: ['ledger_unchecked'],
  rows: sql<Entry>`
    select 'ledger_unchecked' as kind, 'ledger' as "subjectId", null as "jobId", null as label,
      coalesce(checked_at, late_at - interval '10 minutes') as since, late_at as "costsAt",
      null::integer as "amountCents", null as cause
    from ledger_check where late_at < now()`,
}
