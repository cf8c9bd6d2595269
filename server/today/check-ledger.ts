import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import { daySumDifferences, isOfDay } from '../day-sums/check-day-sums.ts'
import { byAccount, readMovements } from '../day-sums/movements.ts'
import { spanOfDay } from '../day-sums/unsummed.ts'
import type { AccountBalance, LedgerWalk } from '../db/json-columns.ts'
import type { Tables } from '../db/tables.ts'
import { type ChangeSpan, changedLedgerPart } from '../payments/ledger/changed-part.ts'
import { type Imbalance, ledgerImbalance } from '../payments/ledger/check.ts'
import { firstPlace, type PartSize, type WalkedPart, walkPart } from './walk-ledger.ts'

/** Limit of stored differences; `dray ledger check --whole` finds the rest. */
export const maxKept = 100

/** The pause between two checks is 20 s; between two parts of the whole check, twenty times the length of the part. */
const minPauseSeconds = 20
const pauseFactor = 20

/** How late a check must be to be reported. */
const lateSeconds = 600

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`

/** Timeout after which a check is repeated, because its node crashed or it failed. */
export const nextTry = inSeconds(120)

type Part = { claimId: string; walk: LedgerWalk; part: WalkedPart; tookSeconds: number }

/**
 * Checks the next part of the whole ledger, where the last part has ended, also on another node. Stores what it has
 * found and how far it has come; at the end of the walk also the balances. The caller holds the lease of this check.
 *
 * @param read runs a read in a snapshot that has no limit of time.
 * @returns whether the next part is due at once, because a member waits for it; false if the claim is lost.
 */
export async function checkNextPart(
  kysely: Kysely<Tables>,
  read: <T>(work: (trx: Transaction<Tables>) => Promise<T>) => Promise<T>,
  { claimId, signal, size }: { claimId: string; signal: AbortSignal; size?: PartSize | undefined },
): Promise<boolean> {
  const startedAt = performance.now()
  const before = await currentWalk(kysely)
  const beforeEach = async () => signal.throwIfAborted()
  const { part, balances } = await read(async (trx) => {
    const walked = await walkPart(trx, before, { ...(size && { size }), beforeEach })
    return { part: walked, balances: walked.next ? null : await readBalances(trx, added(before, walked)) }
  })
  signal.throwIfAborted()
  const tookSeconds = (performance.now() - startedAt) / 1_000
  const walk = {
    ...before,
    accounts: added(before, part),
    found: [...before.found, ...part.found].slice(0, maxKept),
  }
  const checked = { claimId, walk, part, tookSeconds }
  return balances ? endWalk(kysely, { ...checked, balances }) : storePart(kysely, checked)
}

/** The walk that goes on, or a new one. */
async function currentWalk(kysely: Kysely<Tables>): Promise<LedgerWalk> {
  const { rows } = await sql<{ walk: LedgerWalk | null; differences: Imbalance[]; began: string }>`
    select walk, differences, now()::text as began from ledger_check`.execute(kysely)
  const { walk = null, differences = [], began = '' } = rows[0] ?? {}
  return walk ?? { ...firstPlace, began, accounts: {}, found: [], known: differences.map(nameOf) }
}

function added({ accounts }: LedgerWalk, part: WalkedPart): Record<string, number> {
  const kinds = new Set([...Object.keys(accounts), ...Object.keys(part.accounts)])
  return Object.fromEntries(
    [...kinds].map((kind) => [kind, (accounts[kind] ?? 0) + (part.accounts[kind] ?? 0)]),
  )
}

function storePart(kysely: Kysely<Tables>, { claimId, walk, part, tookSeconds }: Part): Promise<boolean> {
  const pauseSeconds = pauseFactor * tookSeconds
  return kysely.transaction().execute(async (trx) => {
    const known = await lockDifferences(trx)
    const news = without(part.found, known)
    const { rows } = await sql<{ isDue: boolean }>`
      update ledger_check set walk = ${JSON.stringify({ ...walk, ...part.next })}::jsonb,
        ${found([...known, ...news])},
        due_at = case when ${news.length > 0} then now() else due_at end,
        whole_due_at = case when asked_at > coalesce(whole_checked_at, '-infinity') then now()
          else ${inSeconds(pauseSeconds)} end,
        whole_late_at = ${inSeconds(pauseSeconds + 2 * tookSeconds + lateSeconds)}
      where whole_claim_id = ${claimId} returning whole_due_at <= now() as "isDue"`.execute(trx)
    return rows[0]?.isDue ?? false
  })
}

function endWalk(
  kysely: Kysely<Tables>,
  { claimId, walk, part, tookSeconds, balances }: Part & { balances: AccountBalance[] },
): Promise<boolean> {
  const pauseSeconds = Math.max(minPauseSeconds, pauseFactor * tookSeconds)
  const began = sql<Date>`${walk.began}::timestamptz`
  return kysely.transaction().execute(async (trx) => {
    const known = await lockDifferences(trx)
    // The other check removes what was corrected, unless the list is full: then this walk has found what still differs.
    const differences =
      known.length < maxKept
        ? [...known, ...without(part.found, known)]
        : [...walk.found, ...without(known, walk.found).filter((each) => !walk.known.includes(nameOf(each)))]
    const { rows } = await sql<{ isDue: boolean }>`
      update ledger_check set walk = null, ${found(differences)},
        balances = ${JSON.stringify(balances)}::jsonb,
        checked_at = coalesce(checked_at, ${began}),
        -- What was corrected meanwhile is checked again at once.
        due_at = now(),
        whole_checked_at = greatest(whole_checked_at, ${began}),
        -- A member who has asked meanwhile gets another walk.
        whole_due_at = case when asked_at > ${began} then now() else ${inSeconds(pauseSeconds)} end,
        whole_late_at = ${inSeconds(pauseSeconds + 2 * tookSeconds + lateSeconds)}
      where whole_claim_id = ${claimId} returning whole_due_at <= now() as "isDue"`.execute(trx)
    return rows[0]?.isDue ?? false
  })
}

async function lockDifferences(trx: Transaction<Tables>): Promise<Imbalance[]> {
  const row = await trx.selectFrom('ledger_check').select('differences').forUpdate().executeTakeFirst()
  return row?.differences ?? []
}

const without = (differences: Imbalance[], others: Imbalance[]): Imbalance[] => {
  const names = new Set(others.map(nameOf))
  return differences.filter((each) => !names.has(nameOf(each)))
}

const nameOf = ({ check, subject }: Imbalance): string => `${check} ${subject}`

/**
 * The balances of live money: each account of a processor or the platform, and the sums of all wallets, holds, captured
 * payments and carriers. They add up to zero.
 */
async function readBalances(
  trx: Transaction<Tables>,
  counts: Record<string, number>,
): Promise<AccountBalance[]> {
  const end = new Date(Math.ceil(Date.now() / 86_400_000 + 1) * 86_400_000)
  const balances = new Map<string, number>()
  for (const { account, debit_cents, credit_cents } of byAccount(await readMovements(trx, { end })))
    balances.set(account, (balances.get(account) ?? 0) + credit_cents - debit_cents)
  return [...balances].map(([account, balance_cents]) => ({
    account,
    balance_cents,
    accounts: account.includes(':') ? Number(balance_cents !== 0) : (counts[account] ?? 0),
  }))
}

/** A check of changes after a long stop goes on in spans of this length, so that none takes long. */
const maxSpan = sql`interval '3 hours'`

/** A transaction has the time of its start, so what was read an hour ago may have lacked it. */
const margin = sql`interval '1 hour'`

/**
 * Compares what has changed since the last of these checks and the known differences, and stores the differences. While
 * the list is full, only the whole check is exact. A concurrent whole check overrides the result.
 */
export async function checkChangedLedger(kysely: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ known: Imbalance[]; since: string; until: string | null }>`
    select differences as known, since::text, case when since + ${maxSpan} < now() then (since + ${maxSpan})::text end as until
    from (select *, least(now(), checked_at) - ${margin} as since from ledger_check) row`.execute(kysely)
  const { known = [], since, until = null } = rows[0] ?? {}
  if (known.length >= maxKept) {
    await kysely.updateTable('ledger_check').set(next).execute()
    return
  }
  const at = (instant: string) => sql<Date>`${instant}::timestamptz`
  const span = {
    since: since ? at(since) : sql<Date>`now() - ${margin}`,
    until: until === null ? null : at(until),
  }
  const differences = await changedDifferences(kysely, span, known)
  await sql`
    update ledger_check set ${found(differences)}, checked_at = ${span.until ?? sql`now()`},
      due_at = ${span.until ? sql`now()` : next.due_at}, late_at = ${next.late_at}
    where differences = ${JSON.stringify(known)}::jsonb`.execute(kysely)
}

/** The differences among what has changed in a span, and those of the known ones that are still there. */
export async function changedDifferences(
  kysely: Kysely<Tables>,
  span: ChangeSpan,
  known: Imbalance[],
): Promise<Imbalance[]> {
  const part = await changedLedgerPart(kysely, span, known)
  const days = known.filter(isOfDay).map(({ subject }) => spanOfDay(subject))
  return [...(await ledgerImbalance(kysely, { part })), ...(await daySumDifferences(kysely, days))]
}

const next = { due_at: inSeconds(minPauseSeconds), late_at: inSeconds(lateSeconds) }

const found = (differences: Imbalance[]): RawBuilder<unknown> => sql`
  differences = ${JSON.stringify(differences.slice(0, maxKept))}::jsonb,
  unbalanced_since = ${differences.length > 0 ? sql`coalesce(unbalanced_since, now())` : sql`null`}`
