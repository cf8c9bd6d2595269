import {
  type Expression,
  type Kysely,
  type Selectable,
  type SqlBool,
  sql,
  type Transaction,
  type UpdateObject,
} from 'kysely'
import { type By, recordAudit } from '../db/audit.ts'
import { cancelOnAbort } from '../db/cancel-on-abort.ts'
import { inSnapshot } from '../db/in-transaction.ts'
import type { AccountBalance } from '../db/json-columns.ts'
import { afterSeconds } from '../db/leased-rows.ts'
import type { Tables } from '../db/tables.ts'
import { every } from '../lib/every.ts'
import { newId } from '../lib/ids.ts'
import type { Imbalance } from '../payments/ledger/check.ts'
import { checkChangedLedger, checkNextPart, nextTry } from './check-ledger.ts'
import type { Entry, Source } from './entry.ts'
import type { PartSize } from './walk-ledger.ts'

/**
 * Checks the changed part of the ledger. One node checks at a time, by claiming the row.
 *
 * @returns whether this node has checked.
 */
export async function watchLedger({ kysely }: { kysely: Kysely<Tables> }): Promise<boolean> {
  if (!(await claim(kysely, { due_at: nextTry }, sql`ledger_check.due_at <= now()`))) return false
  await checkChangedLedger(kysely)
  return true
}

type WholeNeeds = {
  kysely: Kysely<Tables>
  /** Without a statement timeout. */
  slowReads: Kysely<Tables>
  /** Rows of one part of the check. */
  size?: PartSize
}

/**
 * Checks the next part of the whole ledger; while a member waits for the result, all parts. One node checks at a time,
 * by a lease that it renews. A failed part is retried two minutes after its start; a stopped one, by the next node;
 * that of a crashed node when its lease ends.
 *
 * @returns whether this node has checked.
 */
export async function watchWholeLedger(
  { kysely, slowReads, size }: WholeNeeds,
  signal: AbortSignal,
): Promise<boolean> {
  const claimId = newId()
  const lease = { whole_claim_id: claimId, whole_leased_until: afterSeconds(leaseSeconds) }
  if (!(await claim(kysely, { whole_due_at: nextTry, ...lease }, isWholeFree))) return false
  const setOwn = (columns: UpdateObject<Tables, 'ledger_check'>) =>
    kysely.updateTable('ledger_check').set(columns).where('whole_claim_id', '=', claimId).execute()
  // The renewal after a failed one still precedes the end of the lease.
  const renewing = every(
    leaseSeconds / 3,
    () => setOwn(lease),
    () => {},
  )
  // One transaction for each part, because a cancellation names its connection.
  const read = <T>(work: (trx: Transaction<Tables>) => Promise<T>) =>
    inSnapshot(slowReads, async (slow) => {
      using _ = await cancelOnAbort({ slow, kysely }, signal)
      return await work(slow)
    })
  try {
    const goesOnUntil = performance.now() + maxRunMs
    while (await checkNextPart(kysely, read, { claimId, signal, size }))
      if (signal.aborted || performance.now() > goesOnUntil) break
  } catch (error) {
    await setOwn({ whole_due_at: signal.aborted ? sql<Date>`now()` : nextTry })
    if (!signal.aborted) throw error
  } finally {
    await renewing.stop()
    await setOwn({ whole_leased_until: null })
  }
  return true
}

const leaseSeconds = 60

/** After this time a run ends, and the next run goes on: a task that never ends would be reported. */
const maxRunMs = 60_000
const isWholeFree = sql<boolean>`ledger_check.whole_due_at <= now()
  and (ledger_check.whole_leased_until is null or ledger_check.whole_leased_until <= now())`

/** @returns false if the check is not due, or another node has its lease. */
async function claim(
  kysely: Kysely<Tables>,
  due: UpdateObject<Tables, 'ledger_check'>,
  isFree: Expression<SqlBool>,
): Promise<boolean> {
  const row = await kysely
    .insertInto('ledger_check')
    .values({ id: true, ...due })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(due).where(isFree))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** A member requests a check of the whole ledger: it is the next one, and recorded with the act. */
export const askForCheck = (kysely: Kysely<Tables>, by: By): Promise<void> =>
  kysely.transaction().execute(async (trx) => {
    const asked = { asked_at: sql<Date>`now()`, whole_due_at: sql<Date>`now()` }
    await trx
      .insertInto('ledger_check')
      .values({ id: true, ...asked })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(asked))
      .execute()
    await recordAudit(trx, { ...by, act: 'ledger.check', targets: [{ type: 'money', id: 'ledger' }] })
  })

export type LedgerBalances = LedgerState & {
  unbalancedSince: Date | null
  differences: Imbalance[]
  balances: AccountBalance[]
}

/**
 * The result of the last checks with the differences, and the balances of the last whole one; empty before the first
 * check.
 */
export async function readLedgerBalances(kysely: Kysely<Tables>): Promise<LedgerBalances> {
  const row = await kysely.selectFrom('ledger_check').selectAll().executeTakeFirst()
  return {
    ...stateOf(row),
    unbalancedSince: row?.unbalanced_since ?? null,
    differences: row?.differences ?? [],
    balances: row?.balances ?? [],
  }
}

export type LedgerState = {
  /** The last check, whole or of the changed part; null before the first whole check. */
  checkedAt: Date | null
  wholeCheckedAt: Date | null
  /** Whether a requested check of the whole ledger is still due. */
  isAsked: boolean
  /** Null before the first check of the whole ledger. */
  balanced: boolean | null
}

export async function readLedgerState(kysely: Kysely<Tables>): Promise<LedgerState> {
  const row = await kysely
    .selectFrom('ledger_check')
    .select(['checked_at', 'whole_checked_at', 'asked_at', 'unbalanced_since'])
    .executeTakeFirst()
  return stateOf(row)
}

type CheckRow = Pick<
  Selectable<Tables['ledger_check']>,
  'checked_at' | 'whole_checked_at' | 'asked_at' | 'unbalanced_since'
>

function stateOf(row: CheckRow | undefined): LedgerState {
  if (!row) return { checkedAt: null, wholeCheckedAt: null, isAsked: false, balanced: null }
  const { checked_at, whole_checked_at: wholeCheckedAt, asked_at: askedAt } = row
  return {
    checkedAt: wholeCheckedAt && checked_at,
    wholeCheckedAt,
    isAsked: askedAt !== null && (wholeCheckedAt === null || askedAt > wholeCheckedAt),
    balanced: wholeCheckedAt === null ? null : row.unbalanced_since === null,
  }
}

/** One entry for each kind of difference found by the last check. */
export const unbalancedLedger: Source = {
  kinds: ['ledger_unbalanced'],
  rows: sql<Entry>`
    select 'ledger_unbalanced' as kind, each->>'check' as "subjectId", null as "jobId", each->>'check' as label,
      min(unbalanced_since) as since, min(unbalanced_since) as "costsAt",
      -- That check counts jobs.
      case when each->>'check' <> 'jobs of a day' then
        least(sum(abs((each->>'expected_cents')::bigint - (each->>'actual_cents')::bigint)), 2147483647)::integer
      end as "amountCents",
      min(each->>'subject') as cause, min(unbalanced_since) as "newsAt"
    from ledger_check cross join jsonb_array_elements(differences) as each
    group by each->>'check'`,
}

/** One of the two checks is ten minutes late: it fails repeatedly, or no node runs the tasks. */
export const uncheckedLedger: Source = {
  kinds: ['ledger_unchecked'],
  rows: sql<Entry>`
    select 'ledger_unchecked' as kind, 'ledger' as "subjectId", null as "jobId", null as label,
      coalesce(case when whole_late_at < late_at then whole_checked_at else checked_at end,
        least(late_at, whole_late_at) - interval '10 minutes') as since,
      least(late_at, whole_late_at) as "costsAt", null::integer as "amountCents", null as cause,
      least(late_at, whole_late_at) as "newsAt"
    from ledger_check where least(late_at, whole_late_at) < now()`,
}
