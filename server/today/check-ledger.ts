import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { ledgerBalances } from '../payments/ledger-balances.ts'
import { type Imbalance, ledgerImbalance } from '../payments/ledger-check.ts'
import { recentLedgerPart } from '../payments/recent-ledger-part.ts'

/** Most differences that are stored; the rest is found again by `dray ledger check`. */
const mostKept = 100

/** The pause between two checks is 20 s; after one of the whole ledger at least twenty times as long as it took. */
const leastPauseSeconds = 20
const pauseFactor = 20

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** How long a node may take for one statement of a check, before another node may begin the check again. */
export const claimed = inSeconds(120)

type WholeNeeds = { kysely: Kysely<Tables>; slowReads: Kysely<Tables> }

/**
 * Compares the whole ledger with the other tables and stores what differs, with the balances. May take minutes.
 *
 * @throws the reason of the signal when it has aborted.
 */
export async function checkWholeLedger(
  { kysely, slowReads }: WholeNeeds,
  signal: AbortSignal,
): Promise<void> {
  const beforeEach = async () => {
    signal.throwIfAborted()
    await kysely.updateTable('ledger_check').set({ whole_due_at: claimed }).execute()
  }
  const startedAt = performance.now()
  const began = await beginning(kysely)
  const differences = await ledgerImbalance(slowReads, { beforeEach })
  await beforeEach()
  const balances = await ledgerBalances(slowReads)
  const pauseSeconds = Math.max(leastPauseSeconds, (pauseFactor * (performance.now() - startedAt)) / 1_000)
  await kysely
    .updateTable('ledger_check')
    .set({
      ...found(differences),
      balances: JSON.stringify(balances),
      whole_checked_at: began,
      // A member who has asked in the meantime gets another check.
      whole_due_at: sql<Date>`case when asked_at > ${began} then now() else ${inSeconds(pauseSeconds)} end`,
    })
    .execute()
}

/** The instant of PostgreSQL with its microseconds, which a `Date` would lose. */
async function beginning(kysely: Kysely<Tables>): Promise<RawBuilder<Date>> {
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(kysely)
  return sql<Date>`${rows[0]?.now}::timestamptz`
}

/**
 * The same for what has changed in the last hour and for what is known to differ. While more differs than is stored, only
 * the whole check can tell.
 */
export async function checkRecentLedger(kysely: Kysely<Tables>): Promise<void> {
  const row = await kysely.selectFrom('ledger_check').select('differences').executeTakeFirst()
  const known = row?.differences ?? []
  if (known.length >= mostKept) {
    await kysely.updateTable('ledger_check').set(next).execute()
    return
  }
  const part = await recentLedgerPart(kysely, known)
  const differences = await ledgerImbalance(kysely, { part })
  await kysely.updateTable('ledger_check').set(found(differences)).execute()
}

const next = { due_at: inSeconds(leastPauseSeconds), late_at: sql<Date>`now() + interval '10 minutes'` }

const found = (differences: Imbalance[]) => ({
  ...next,
  checked_at: sql<Date>`now()`,
  differences: JSON.stringify(differences.slice(0, mostKept)),
  unbalanced_since: differences.length > 0 ? sql<Date>`coalesce(unbalanced_since, now())` : null,
})
