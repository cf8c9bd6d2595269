import { type Kysely, sql, type Transaction } from 'kysely'
import { type By, recordAudit } from '../db/audit.ts'
import type { AccountBalance } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { ledgerBalances } from '../payments/ledger-balances.ts'
import { type Imbalance, ledgerImbalance } from '../payments/ledger-check.ts'

/** Most differences that are stored; the rest is found again by `dray ledger check`. */
const mostKept = 100

/** The pause between two checks is 30 s, and at least twenty times as long as the last check took. */
const leastPauseSeconds = 30
const pauseFactor = 20

/**
 * Compares the ledger with the other tables and stores what differs, with the balances. A check that a member asked for
 * (`by`) is recorded with its result.
 */
export async function checkLedger(kysely: Kysely<Tables>, by?: By): Promise<void> {
  const startedAt = performance.now()
  const differences = await ledgerImbalance(kysely)
  const balances = await ledgerBalances(kysely)
  const tookSeconds = (performance.now() - startedAt) / 1_000
  const pauseSeconds = Math.max(leastPauseSeconds, pauseFactor * tookSeconds)
  await kysely.transaction().execute(async (trx) => {
    await store(trx, { differences, balances, pauseSeconds })
    if (by)
      await recordAudit(trx, {
        ...by,
        act: 'ledger.check',
        targets: [{ type: 'money', id: 'ledger' }],
        changes: { differences: { from: null, to: differences.length } },
      })
  })
}

type Check = { differences: Imbalance[]; balances: AccountBalance[]; pauseSeconds: number }

/** Adds the row before the first check of the background. */
async function store(
  trx: Transaction<Tables>,
  { differences, balances, pauseSeconds }: Check,
): Promise<void> {
  const isUnbalanced = differences.length > 0
  const found = {
    due_at: sql<Date>`now() + make_interval(secs => ${pauseSeconds})`,
    checked_at: sql<Date>`now()`,
    differences: JSON.stringify(differences.slice(0, mostKept)),
    balances: JSON.stringify(balances),
    late_at: sql<Date>`now() + make_interval(secs => ${pauseSeconds}) + interval '10 minutes'`,
  }
  await trx
    .insertInto('ledger_check')
    .values({ id: true, ...found, unbalanced_since: isUnbalanced ? sql<Date>`now()` : null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...found,
        unbalanced_since: isUnbalanced ? sql<Date>`coalesce(ledger_check.unbalanced_since, now())` : null,
      }),
    )
    .execute()
}
