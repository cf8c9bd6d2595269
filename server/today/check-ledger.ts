import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { type Imbalance, ledgerImbalance } from '../payments/ledger/check.ts'
import { ledgerBalances } from '../payments/ledger/entries.ts'
import { recentLedgerPart } from '../payments/ledger/recent-part.ts'

/** Limit of stored differences; `dray ledger check` finds the rest. */
export const maxKept = 100

/** The pause between two checks is 20 s; after a whole check at least twenty times its duration. */
const minPauseSeconds = 20
const pauseFactor = 20

/** How late a check must be to be reported. */
const lateSeconds = 600

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Timeout after which a check is repeated, because its node crashed or it failed. */
export const nextTry = inSeconds(120)

type WholeNeeds = { kysely: Kysely<Tables>; slow: Kysely<Tables> }

/**
 * Compares the whole ledger with the other tables and stores the differences, with the balances. May take minutes. The
 * caller holds the lock of this check.
 *
 * @throws the reason of the signal when it has aborted.
 */
export async function checkWholeLedger({ kysely, slow }: WholeNeeds, signal: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  const began = await beginning(kysely)
  const before = await readDifferences(kysely)
  const beforeEach = async () => signal.throwIfAborted()
  const differences = await ledgerImbalance(slow, { beforeEach })
  await beforeEach()
  const balances = await ledgerBalances(slow)
  const tookSeconds = (performance.now() - startedAt) / 1_000
  const pauseSeconds = Math.max(minPauseSeconds, pauseFactor * tookSeconds)
  await kysely.transaction().execute(async (trx) => {
    // Found meanwhile by the other check, in rows that this one had read before.
    const added = without(await readDifferences(trx), before)
    await trx
      .updateTable('ledger_check')
      .set({
        ...found([...differences, ...without(added, differences)]),
        // Differences corrected meanwhile are checked again immediately.
        due_at: sql<Date>`now()`,
        balances: JSON.stringify(balances),
        whole_checked_at: began,
        // A member who requested a check meanwhile gets another one.
        whole_due_at: sql<Date>`case when asked_at > ${began} then now() else ${inSeconds(pauseSeconds)} end`,
        whole_late_at: inSeconds(pauseSeconds + 2 * tookSeconds + lateSeconds),
      })
      .execute()
  })
}

async function readDifferences(kysely: Kysely<Tables>): Promise<Imbalance[]> {
  const row = await kysely.selectFrom('ledger_check').select('differences').forUpdate().executeTakeFirst()
  return row?.differences ?? []
}

const without = (differences: Imbalance[], others: Imbalance[]): Imbalance[] => {
  const names = new Set(others.map(nameOf))
  return differences.filter((each) => !names.has(nameOf(each)))
}

const nameOf = ({ check, subject }: Imbalance): string => `${check} ${subject}`

/** The instant of PostgreSQL with its microseconds, which a `Date` would lose. */
async function beginning(kysely: Kysely<Tables>): Promise<RawBuilder<Date>> {
  const { rows } = await sql<{ now: string }>`select now()::text as now`.execute(kysely)
  return sql<Date>`${rows[0]?.now}::timestamptz`
}

/**
 * Compares the changes of the last hour and the known differences, and stores the differences. While the list is full,
 * only the whole check is exact. A concurrent whole check overrides the result.
 */
export async function checkRecentLedger(kysely: Kysely<Tables>): Promise<void> {
  const row = await kysely
    .selectFrom('ledger_check')
    .select(['differences', sql<string | null>`whole_checked_at::text`.as('wholeCheckedAt')])
    .executeTakeFirst()
  const known = row?.differences ?? []
  if (known.length >= maxKept) {
    await kysely.updateTable('ledger_check').set(next).execute()
    return
  }
  const part = await recentLedgerPart(kysely, known)
  const differences = await ledgerImbalance(kysely, { part })
  await kysely
    .updateTable('ledger_check')
    .set({ ...found(differences), ...next })
    .where(sql<boolean>`whole_checked_at is not distinct from ${row?.wholeCheckedAt ?? null}::timestamptz`)
    .execute()
}

const next = { due_at: inSeconds(minPauseSeconds), late_at: inSeconds(lateSeconds) }

const found = (differences: Imbalance[]) => ({
  checked_at: sql<Date>`now()`,
  differences: JSON.stringify(differences.slice(0, maxKept)),
  unbalanced_since: differences.length > 0 ? sql<Date>`coalesce(unbalanced_since, now())` : null,
})
